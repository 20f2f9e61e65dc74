import { toBase64, utf8 } from './core/encoding.js';
import { isErrorOf } from './core/error.js';
import * as operations from './generated/operations.js';
import { createOperatorClient, createPersonClient, createServerClient } from './server.js';
import type { Row, Table } from './server/method.js';
import { applicationTable, operatorTable, personTable } from './server/resources.js';

type Asked = { readonly line: string; readonly headers: Headers; readonly body: unknown };

/** With null for the members that every answer of the operation has. */
function complete({ line }: Asked, given: unknown): unknown {
  const [method = '', target = ''] = line.split(' ');
  const [path = ''] = target.split('?');
  const pattern = (one: string) => new RegExp(`^${one.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
  const asked = Object.values(operations).find(
    (one) => one.method === method && pattern(one.path).test(path),
  );
  if (asked?.answer === 'nothing') return new Response(null, { status: 204 });
  if (!asked || typeof asked.answer === 'string' || typeof given !== 'object') return given;
  return { ...Object.fromEntries(asked.answer.map((name) => [name, null])), ...given };
}

/** Answers in the place of the service. */
function service(answer: (asked: Asked) => unknown) {
  const asked: Asked[] = [];
  const fetch = (url: string, init: RequestInit): Promise<Response> => {
    const line = `${init.method ?? ''} ${url.replace('https://wallets.example', '')}`;
    const body: unknown = init.body === undefined ? undefined : JSON.parse(init.body as string);
    const one = { line, headers: new Headers(init.headers), body };
    asked.push(one);
    const given = answer(one);
    const whole = given instanceof Response ? given : complete(one, given);
    return Promise.resolve(whole instanceof Response ? whole : Response.json(whole));
  };
  return { asked, url: 'https://wallets.example', fetch };
}

function rowsOf(table: Table): Row[] {
  return Object.values(table).flatMap((row) => ('input' in row ? [row as Row] : rowsOf(row)));
}

it.each([
  ['application', applicationTable(), 'secret-key'],
  ['operator', operatorTable(), 'operator-key'],
  ['person', personTable(), 'session'],
])('gives the %s every operation of the document that is for it', (_, table, credential) => {
  const all = Object.values(operations).filter((one) => one.credential === credential);
  const reached = rowsOf(table).filter(({ operation }) => operation.credential !== 'none');
  expect(reached.map(({ operation }) => operation.id).sort()).toEqual(all.map(({ id }) => id).sort());
});

it('gives somebody every operation that needs no credential', () => {
  const all = Object.values(operations).filter(({ credential }) => credential === 'none');
  const reached = [applicationTable(), operatorTable(), personTable()]
    .flatMap((table) => rowsOf(table))
    .filter(({ operation }) => operation.credential === 'none');
  expect(reached.map(({ operation }) => operation.id).sort()).toEqual(all.map(({ id }) => id).sort());
});

it('sends the session of a person in the place of a key, unless somebody in between adds it', async () => {
  const { asked, ...to } = service(() => ({}));
  for (const session of ['ses_1', undefined]) {
    const given = session === undefined ? {} : { session };
    await createServerClient({ ...to, applicationId: 'a', ...given }).application.get();
    await createOperatorClient({ ...to, ...given }).applications.get('a');
    await createPersonClient({ ...to, ...given }).session.get();
  }
  const sent = asked.map(({ headers }) => [
    headers.get('x-service-session'),
    headers.get('x-service-application-id'),
  ]);
  expect(sent).toEqual([
    ...[
      ['ses_1', 'a'],
      ['ses_1', null],
      ['ses_1', null],
    ],
    ...[
      [null, 'a'],
      [null, null],
      [null, null],
    ],
  ]);
});

it('sends path, body, query and credential where they belong', async () => {
  const { asked, ...to } = service(({ line }) => (line.includes('GET /v1/policy') ? [] : {}));
  const server = createServerClient({ ...to, secretKey: 'sk_1' });
  await server.policies.update('a/b?', { is_active: false }, { revision: 3 });
  await server.policies.delete('p', { revision: 4 });
  await server.webhooks.redeliver('w', 'd');
  await server.webhooks.rotateSecret('w');
  await server.webhooks.rotateSecret('w', { overlap_seconds: 60 });
  for await (const policy of server.policies.list({ is_active: true })) expect(policy).toBeUndefined();
  await server.attestation.get({ nonce: 'n' });
  await createOperatorClient({ ...to, operatorKey: 'op_1' }).secretKeys.update('a', 'k', { label: 'l' });
  const name = 'x-service-secret-key';
  expect(
    asked.map(({ line, headers, body }) => [line, headers.get(name), headers.get('if-match'), body]),
  ).toEqual([
    ['PATCH /v1/policy/a%2Fb%3F', 'sk_1', '"3"', { is_active: false }],
    ['DELETE /v1/policy/p', 'sk_1', '"4"', undefined],
    ['POST /v1/webhook/w/delivery/d/redeliver', 'sk_1', null, undefined],
    ['POST /v1/webhook/w/rotate_secret', 'sk_1', null, undefined],
    ['POST /v1/webhook/w/rotate_secret', 'sk_1', null, { overlap_seconds: 60 }],
    ['GET /v1/policy?is_active=true', 'sk_1', null, undefined],
    ['GET /v2/attestation?nonce=n', null, null, undefined],
    ['PATCH /v1/admin/application/a/secret_key/k', null, null, { label: 'l' }],
  ]);
  expect(asked.at(-1)?.headers.get('x-service-operator-key')).toBe('op_1');
});

it.each(['', '.', '..', undefined])(
  'sends nothing with the id %p, which would reach another operation',
  async (id) => {
    const { asked, ...to } = service(() => ({}));
    const server = createServerClient({ ...to, secretKey: 'sk_1' });
    const refusal = { code: 'client.request-invalid', operation: 'deletePolicy' };
    await expect(server.policies.delete(id as string)).rejects.toMatchObject(refusal);
    expect(asked).toEqual([]);
  },
);

describe('a list', () => {
  const page =
    (cursor: string) =>
    ({ line }: Asked) => {
      const from = Number(new URLSearchParams(line.split('?')[1]).get(cursor) ?? 0);
      return { data: [{ uuid: from }, { uuid: from + 1 }], next: from < 4 ? String(from + 2) : null };
    };

  it.each([
    ['after', 'GET /v2/api/wallets?network=EVM'],
    ['before', 'GET /v1/policy/decisions?outcome=deny'],
  ])('goes on with %s, and asks for a page when it is wanted', async (cursor, first) => {
    const { asked, ...to } = service(page(cursor));
    const server = createServerClient({ ...to, secretKey: 'sk_1' });
    const list: AsyncIterable<unknown> =
      cursor === 'after'
        ? server.wallets.list({ network: 'EVM' })
        : server.decisions.list({ outcome: 'deny' });
    expect(asked).toEqual([]);
    const found: unknown[] = [];
    for await (const entry of list) {
      found.push(entry);
      expect(asked).toHaveLength(Math.ceil(found.length / 2));
    }
    expect(found).toEqual([0, 1, 2, 3, 4, 5].map((uuid) => ({ uuid })));
    expect(asked.map(({ line }) => line)).toEqual(
      ['', `&${cursor}=2`, `&${cursor}=4`].map((more) => first + more),
    );
  });

  it('begins anew each time, ends at a break, and begins at a cursor', async () => {
    const { asked, ...to } = service(page('after'));
    const users = createServerClient({ ...to, secretKey: 'sk_1' }).users.list({ after: '2', limit: 2 });
    for (const _ of [1, 2])
      for await (const user of users) {
        expect(user).toEqual({ uuid: 2 });
        break;
      }
    expect(asked.map(({ line }) => line)).toEqual(Array(2).fill('GET /v1/users?after=2&limit=2'));
  });

  it('gives its pages, also empty ones', async () => {
    const answers = [
      { data: [], next: 'a' },
      { data: [{ seq: 1 }], next: null, head: { seq: 9 } },
    ];
    const { asked, ...to } = service(() => answers[asked.length - 1]);
    const journal = createServerClient({ ...to, secretKey: 'sk_1' }).audit.list({ subject: 's' });
    const pages: unknown[] = [];
    for await (const one of journal.pages()) pages.push(one);
    expect(pages).toMatchObject(answers);
  });

  it('ends when its signal does', async () => {
    const { asked, ...to } = service(page('after'));
    const controller = new AbortController();
    const { signal } = controller;
    const wallets = createServerClient({ ...to, secretKey: 'sk_1' }).wallets.list({}, { signal });
    const all = async () => {
      for await (const _ of wallets) controller.abort();
    };
    await expect(all()).rejects.toMatchObject({ code: 'client.aborted' });
    expect(asked).toHaveLength(1);
  });
});

const coreError = (status: number, code: string, details: object = {}): Response =>
  Response.json({ error: { code, message: code, details } }, { status });
const wallets: Record<string, object> = {
  eth: { public_address: '0xAb', public_key: '0x02', key_type: 'secp256k1', network: 'eip155:137' },
  btc: { public_address: 'bc1', public_key: '0x03', key_type: 'secp256k1', network: 'BTC_MAINNET' },
  sol: { public_address: 'So1', public_key: '0x04', key_type: 'ed25519', network: 'SOL_DEVNET' },
};

function signer(sign: (asked: Asked) => unknown) {
  return service((one) => {
    const [, id] = /^GET \/v2\/api\/wallet\/(\w+)$/.exec(one.line) ?? [];
    return id === undefined ? sign(one) : { data: wallets[id] };
  });
}

it('signs with wallets of Core, and unwraps the answers', async () => {
  const { asked, ...to } = signer(({ body }) => ({
    data: { signature: '0x5', message_hash: (body as { raw_data_hash?: string }).raw_data_hash },
  }));
  const server = createServerClient({ ...to, secretKey: 'sk_1' });
  const credentials = { accessKey: 'access', operationToken: 'token' };
  const eth = await server.wallet('ETH', { ...credentials, id: 'eth' });
  const btc = await server.wallet('BTC', { ...credentials, id: 'btc' });
  const sol = await server.wallet('SOL', { id: 'sol', operationToken: 'token' });
  expect([eth.address, btc.publicKey, sol.address]).toEqual(['0xAb', '0x03', 'So1']);
  asked.length = 0;
  const typedData = { types: { A: [] }, primaryType: 'A', domain: { chainId: 1n }, message: {} };
  expect(await eth.signMessage('m', { receipt: true, idempotencyKey: 'k' })).toMatchObject({
    signature: '0x5',
  });
  expect(await eth.signTypedData(typedData, '0x11')).toMatchObject({ message_hash: '0x11' });
  await eth.signHash('0x22');
  await eth.signTransaction('0x02');
  await btc.signPsbt(Uint8Array.of(1));
  await sol.signTransaction(Uint8Array.of(2));
  const use = (wallet_id: string) => ({ wallet_id, op_jwt: 'token', access_key: 'access' });
  const json = { ...typedData, domain: { chainId: '1' } };
  expect(asked.map(({ line, body }) => [line.replace('POST /v2/api/wallet/sign_', ''), body])).toEqual([
    ['message', { ...use('eth'), message_base64: toBase64(utf8('m')) }],
    ['data', { ...use('eth'), raw_data_hash: '0x11', typed_data: json }],
    ['data', { ...use('eth'), raw_data_hash: '0x22' }],
    ['transaction', { ...use('eth'), payload: '0x02' }],
    ['transaction', { ...use('btc'), payload: 'AQ==' }],
    ['transaction', { wallet_id: 'sol', op_jwt: 'token', payload: 'Ag==' }],
  ]);
  expect(asked[0]?.headers.get('prefer')).toBe('receipt');
  expect(asked[0]?.headers.get('idempotency-key')).toBe('"k"');
  const authorization = { chainId: 1, address: '0x00', nonce: 0 } as const;
  await expect(eth.signAuthorization(authorization)).rejects.toMatchObject({ code: 'client.unsupported' });
});

it.each(['eth', 'btc', 'sol'] as const)('gives out the wallet %s for its own chain only', async (id) => {
  const { asked: _, ...to } = signer(() => ({}));
  const server = createServerClient({ ...to, secretKey: 'sk_1' });
  for (const chain of ['ETH', 'BTC', 'SOL'] as const) {
    const wallet = server.wallet(chain, { id, operationToken: 'token' });
    if (chain === id.toUpperCase()) expect((await wallet).chain).toBe(chain);
    else await expect(wallet).rejects.toMatchObject({ code: 'client.request-invalid' });
  }
});

it('asks for token and access key at each signature, and again after the token expired', async () => {
  const { asked, ...to } = signer(({ body }) =>
    (body as { op_jwt: string }).op_jwt === 'token 1'
      ? coreError(401, 'TOKEN_EXPIRED')
      : { data: { signature: '0x5' } },
  );
  const server = createServerClient({ ...to, secretKey: 'sk_1' });
  const wanted: boolean[] = [];
  let keys = 0;
  const wallet = await server.wallet('SOL', {
    id: 'sol',
    accessKey: () => `key ${(keys += 1)}`,
    operationToken: ({ refresh }) => `token ${wanted.push(refresh)}`,
  });
  asked.length = 0;
  await wallet.signMessage('m');
  expect(wanted).toEqual([false, true]);
  expect(asked.map(({ body }) => body)).toMatchObject([
    { op_jwt: 'token 1', access_key: 'key 1' },
    { op_jwt: 'token 2', access_key: 'key 2' },
  ]);
  const keysOfCall = asked.map(({ headers }) => headers.get('idempotency-key'));
  expect(new Set(keysOfCall).size).toBe(1);

  const fixed = await server.wallet('SOL', { id: 'sol', operationToken: 'token 1' });
  await expect(fixed.signMessage('m')).rejects.toMatchObject({ code: 'auth.token-expired', status: 401 });
});

it('has the codes of the reference for errors of Core and of pre-generation', async () => {
  const { asked: _, ...to } = service(({ line }) =>
    line.includes('pregen')
      ? Response.json({ error: 'MALFORMED_EMAIL', status: 'error' }, { status: 400 })
      : coreError(403, 'POLICY_DENIED', { decision_id: 'd' }),
  );
  const server = createServerClient({ ...to, secretKey: 'sk_1' });
  await expect(server.wallets.get('w')).rejects.toMatchObject({ code: 'policy.denied', decisionId: 'd' });
  await expect(server.pregeneratedWallets.get({ email: 'e' })).rejects.toMatchObject({ status: 400 });
});

it('knows at compile time what each operation takes and may answer', () => {
  const { asked, ...to } = service(() => ({}));
  const server = createServerClient({ ...to, secretKey: 'sk_1' });
  const mistakes = (error: unknown) => [
    // @ts-expect-error: the id is missing.
    () => server.policies.get(),
    // @ts-expect-error: an id is text.
    () => server.policies.get(7),
    // @ts-expect-error: there is no such chain.
    () => server.policies.list({ chain: 'DOGE' }),
    // @ts-expect-error: a wallet needs the token of its user.
    () => server.wallets.create({ network: 'EVM' }),
    // @ts-expect-error: providers have no revision.
    () => server.providers.delete('id', { revision: 1 }),
    // @ts-expect-error: an application cannot make applications.
    () => 'applications' satisfies keyof typeof server,
    // @ts-expect-error: a group of wallets cannot be denied by a policy.
    () => isErrorOf('getWalletGroup', error) && error.code === 'policy.denied',
    // A signature can.
    () => isErrorOf('coreSignMessage', error) && error.code === 'policy.denied',
  ];
  expect(mistakes(undefined)).toHaveLength(8);
  expect(asked).toEqual([]);
});
