import { randomUUID } from 'node:crypto';
import { startTestStack, type TestStack } from '@wallet-service/dev-env';
import { codeOf, coreClient, refusalOf, someKey, type CoreClient, type CoreWallet } from './core-client.js';

// What the Core interface refuses, over HTTP and all real processes: each by a code of its own and the name of what is wrong.

let stack: TestStack;
let core: CoreClient;
beforeAll(async () => {
  stack = await startTestStack();
  core = coreClient(stack);
}, 90_000);
afterAll(async () => {
  await stack.stop();
}, 60_000);

const path = '/v2/api/wallet';
const pathsOf = (answer: Parameters<typeof refusalOf>[0]) =>
  refusalOf(answer).details.errors?.map((error) => error.path);
const withSettings = async (settings: object, work: () => Promise<void>, undo: object) => {
  await core.succeed('PATCH', '/v1/application', settings);
  try {
    await work();
  } finally {
    await core.succeed('PATCH', '/v1/application', undo);
  }
};

it('a wrong access key, a wrong identity, a wrong wallet and no access key are told apart', async () => {
  const wallet = await core.newWallet('alice');
  const { access_key: otherKey } = (await core.newWallet('alice')).data;
  expect(codeOf(await core.signsFor('alice', wallet, otherKey))).toBe('INVALID_ACCESS_KEY');
  expect(codeOf(await core.signsFor('alice', wallet, 'no access key'))).toBe('INVALID_ACCESS_KEY');
  expect(codeOf(await core.signsFor('mallory', wallet))).toBe('WALLET_OWNER_MISMATCH');
  expect(codeOf(await core.sign('alice', randomUUID(), otherKey))).toBe('WALLET_NOT_FOUND');
  const none = await core.sign('alice', wallet.data.uuid, undefined);
  expect([none.status, codeOf(none), pathsOf(none)]).toEqual([
    400,
    'INVALID_REQUEST_FIELDS',
    ['/access_key'],
  ]);
  await core.expectSigns('alice', wallet);
});

it('a token is refused by the claim that is wrong', async () => {
  const wallet = await core.newWallet('alice');
  const asked = { access_key: wallet.data.access_key, wallet_id: wallet.wallet_id, message_base64: 'aGk=' };
  const signWith = (op_jwt: string) => core.manage('POST', `${path}/sign_message`, { ...asked, op_jwt });
  const long = await core.operationToken('alice', { expires_in: '900' });
  const tooLong = await signWith(long);
  expect([tooLong.status, codeOf(tooLong)]).toEqual([401, 'TOKEN_LIFETIME_TOO_LONG']);
  expect(refusalOf(tooLong)).toMatchObject({
    message: expect.stringContaining('claim exp must be later than iat by at most 300 s') as string,
    details: { reason: 'token-lifetime' },
  });
  const recovery = { auth_jwt: long, wallet_id: wallet.wallet_id };
  expect(codeOf(await core.manage('POST', `${path}/recover_access_key`, recovery))).toBe(
    'TOKEN_LIFETIME_TOO_LONG',
  );
  const spaced = await signWith(await core.operationToken('alice in wonderland'));
  expect([codeOf(spaced), refusalOf(spaced).message]).toEqual([
    'INVALID_TOKEN',
    expect.stringContaining('claim sub must be text of 1 to 255 printable ASCII characters') as string,
  ]);
  const [header = '', , signature = ''] = long.split('.');
  const claims = { iss: 'https://elsewhere.example', aud: 'x', sub: 'alice', iat: 1, exp: 2 };
  const foreign = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`;
  expect(codeOf(await signWith(foreign))).toBe('TOKEN_PROVIDER_UNKNOWN');
});

it.each([`auth0|5f7c8ec7c33c6c004bbafe82`, `a"b\\c/%00~'<>&;=?#@{}`, 'x'.repeat(255)])(
  'the subject %s owns wallets as any other does',
  async (subject) => {
    const wallet = await core.newWallet(subject);
    await core.expectSigns(subject, wallet);
    const query = new URLSearchParams({ subject, issuer: stack.stack.demo_provider.issuer }).toString();
    const { data } = await core.succeed<{ data: { uuid: string; owner: { subject: string } }[] }>(
      'GET',
      `/v2/api/wallets?${query}`,
    );
    expect(data.map(({ uuid, owner }) => [uuid, owner.subject])).toEqual([[wallet.wallet_id, subject]]);
    const imported = await core.importBody(subject, 'EVM', someKey(randomUUID()));
    await core.expectSigns(subject, await core.succeed<CoreWallet>('POST', `${path}/import`, imported));
  },
);

it('wallets are found by their address in any case; ends of pages that are none are refused', async () => {
  const wallet = await core.newWallet('lister');
  for (const address of [wallet.wallet_address, wallet.wallet_address.toLowerCase()]) {
    const { data } = await core.succeed<{ data: { uuid: string }[] }>(
      'GET',
      `/v2/api/wallets?public_address=${address}`,
    );
    expect(data.map(({ uuid }) => uuid)).toEqual([wallet.wallet_id]);
  }
  for (const [query, parameter] of [
    ['after=x', 'query after'],
    ['limit=101', 'query limit'],
  ] as const) {
    const answer = await core.manage('GET', `/v2/api/wallets?${query}`);
    expect([answer.status, pathsOf(answer)]).toEqual([400, [parameter]]);
  }
});

it('a repeated create after a rotation names the wallet in the place of a dead access key', async () => {
  const key = { 'idempotency-key': randomUUID() };
  const wallet = await core.newWallet('alice', key);
  expect(await core.newWallet('alice', { 'idempotency-key': `"${key['idempotency-key']}"` })).toEqual(wallet);
  const rotated = await core.succeed<CoreWallet>('POST', `${path}/rotate_access_key`, {
    op_jwt: await core.operationToken('alice'),
    access_key: wallet.data.access_key,
    wallet_id: wallet.wallet_id,
  });
  const body = { auth_jwt: await core.operationToken('alice'), network: 'EVM' };
  const again = await core.manage('POST', path, body, key);
  expect([again.status, codeOf(again), refusalOf(again).details.wallet_id]).toEqual([
    409,
    'REQUEST_IDEMPOTENCY_ANSWER_OUTDATED',
    wallet.wallet_id,
  ]);
  await core.expectSigns('alice', rotated);
});

it('a create whose secret key was revoked is not lost: the wallet is named, and its access key recovered', async () => {
  const { app, operator_key } = stack.stack;
  const operator = { 'x-service-operator-key': operator_key };
  const keys = `/v1/admin/application/${app.id}/secret_key`;
  const other = (await core.manage('POST', keys, {}, operator)).body as { id: string; secret_key: string };
  const key = { 'idempotency-key': randomUUID() };
  const wallet = await core.newWallet('alice', { ...key, 'x-service-secret-key': other.secret_key });
  expect((await core.manage('DELETE', `${keys}/${other.id}`, undefined, operator)).status).toBe(204);
  const body = { auth_jwt: await core.operationToken('alice'), network: 'EVM' };
  const again = await core.manage('POST', path, body, key);
  expect([again.status, codeOf(again), refusalOf(again).details.wallet_id]).toEqual([
    409,
    'REQUEST_IDEMPOTENCY_ANSWER_SEALED',
    wallet.wallet_id,
  ]);
  const recovered = await core.succeed<CoreWallet>('POST', `${path}/recover_access_key`, {
    auth_jwt: await core.operationToken('alice'),
    wallet_id: wallet.wallet_id,
  });
  await core.expectSigns('alice', recovered);
});

it('a key is imported once for one user and network', async () => {
  const key = someKey(randomUUID());
  const importOf = async (subject: string, network: string) =>
    core.manage('POST', `${path}/import`, await core.importBody(subject, network, key));
  const first = (await importOf('alice', 'EVM')).body as CoreWallet;
  const second = await importOf('alice', 'EVM');
  expect([second.status, codeOf(second), refusalOf(second).details.wallet_id]).toEqual([
    409,
    'WALLET_ALREADY_IMPORTED',
    first.wallet_id,
  ]);
  expect((await importOf('alice', 'BASE')).status).toBe(200);
  const misfit = { ...(await core.importBody('alice', 'EVM', key)), network: 'POLYGON' };
  const refused = await core.manage('POST', `${path}/import`, misfit);
  expect([refused.status, codeOf(refused), pathsOf(refused)]).toEqual([
    400,
    'WALLET_SEALED_KEY_INVALID',
    ['/ciphertext'],
  ]);
  const keypair = await core.importBody('alice', 'SOL_MAINNET', Buffer.alloc(64, 7));
  expect(pathsOf(await core.manage('POST', `${path}/import`, keypair))).toEqual(['/ciphertext']);
});

it('nobody recovers an access key while the application has turned that off', async () => {
  const wallet = await core.newWallet('alice');
  const recover = async (walletId: string) =>
    core.manage('POST', `${path}/recover_access_key`, {
      auth_jwt: await core.operationToken('alice'),
      wallet_id: walletId,
    });
  let fixed: CoreWallet | undefined;
  await withSettings(
    { access_key_recovery: false },
    async () => {
      const refused = await recover(wallet.wallet_id);
      expect([refused.status, codeOf(refused)]).toEqual([403, 'WALLET_RECOVERY_DISABLED']);
      fixed = await core.newWallet('alice');
    },
    { access_key_recovery: true },
  );
  await core.expectSigns('alice', wallet);
  const never = await recover(fixed?.wallet_id ?? '');
  expect([never.status, codeOf(never)]).toEqual([403, 'WALLET_NOT_RECOVERABLE']);
  expect((await recover(wallet.wallet_id)).status).toBe(200);
});

it('one token does one thing where the application says so', async () => {
  const wallet = await core.newWallet('alice');
  const { wallet_id, data } = wallet;
  const access_key = data.access_key;
  await withSettings(
    { op_jwt_mode: 'single_payload' },
    async () => {
      const spent = await core.operationToken('alice');
      const recipient_public_key = Buffer.alloc(32, 9).toString('base64');
      const uses: [string, object][] = [
        ['', { auth_jwt: spent, network: 'EVM' }],
        ['', { auth_jwt: spent, network: 'SOL_MAINNET' }],
        ['/sign_message', { op_jwt: spent, access_key, wallet_id, message_base64: 'aGk=' }],
        ['/sign_data', { op_jwt: spent, access_key, wallet_id, raw_data_hash: `0x${'ab'.repeat(32)}` }],
        ['/rotate_access_key', { op_jwt: spent, access_key, wallet_id }],
        ['/recover_access_key', { auth_jwt: spent, wallet_id }],
        ['/export', { op_jwt: spent, access_key, wallet_id, recipient_public_key }],
        ['/import', { ...(await core.importBody('alice', 'EVM', someKey('k'))), auth_jwt: spent }],
      ];
      const sign = { op_jwt: spent, access_key, wallet_id, message_base64: 'aGVsbG8=' };
      const first = await core.manage('POST', `${path}/sign_message`, sign);
      expect(first.status).toBe(200);
      expect(await core.manage('POST', `${path}/sign_message`, sign)).toEqual(first);
      for (const [operation, body] of uses) {
        const answer = await core.manage('POST', path + operation, body);
        expect([operation, answer.status, codeOf(answer)]).toEqual([
          operation,
          409,
          'WALLET_TOKEN_ALREADY_USED',
        ]);
      }
      const created = { auth_jwt: await core.operationToken('alice'), network: 'EVM' };
      const key = { 'idempotency-key': randomUUID() };
      const made = await core.succeed<CoreWallet>('POST', path, created, key);
      expect(await core.succeed<CoreWallet>('POST', path, created, key)).toEqual(made);
      expect(codeOf(await core.manage('POST', path, created))).toBe('WALLET_TOKEN_ALREADY_USED');
    },
    { op_jwt_mode: 'observe' },
  );
  await core.expectSigns('alice', wallet);
});

it('a webhook at a private address is refused when it is registered', async () => {
  for (const url of [
    'https://10.0.0.1/hook',
    'https://169.254.169.254/',
    'https://[fd00::1]/',
    'https://db.internal/',
  ]) {
    const { status, body } = await core.manage('POST', '/v1/webhook', { url });
    expect([status, (body as { errors: { path: string }[] }).errors.map((error) => error.path)]).toEqual([
      422,
      ['/url'],
    ]);
  }
});

it('pre-generation answers exactly as the contract shows', async () => {
  const pregenerate = (body: unknown, more = {}) =>
    core.manage('POST', '/v1/admin/pregen/wallet', body, more);
  for (const email of ['nobody', 'a@', '@b.c', 'a b@c.d', '', 7])
    expect(await pregenerate({ email })).toEqual({
      status: 400,
      body: { error: 'MALFORMED_EMAIL', status: 'error' },
    });
  expect(await pregenerate({ email: 'a@b.example' }, { 'x-service-secret-key': 'sk_unknown' })).toEqual({
    status: 401,
    body: { error: 'client not found: the secret key identifies no application', status: 'error' },
  });
  expect(await pregenerate({ email: 'a@b.example' })).toEqual({
    status: 200,
    body: { public_address: expect.stringMatching(/^0x[0-9a-fA-F]{40}$/) as string },
  });
});

it('a policy for whatever chain closes exports on both interfaces, until it is inactive', async () => {
  const wallet = await core.newWallet('alice');
  await core.users.wallet(await core.operationToken('alice'), 'ETH');
  const recipient_public_key = Buffer.alloc(32, 9).toString('base64');
  const exports = async () => [
    await core.manage('POST', `${path}/export`, {
      op_jwt: await core.operationToken('alice'),
      access_key: wallet.data.access_key,
      wallet_id: wallet.wallet_id,
      recipient_public_key,
    }),
    await core.users.post('/v2/wallet/export', await core.operationToken('alice'), 'ETH', {
      recipient_public_key,
    }),
  ];
  const condition = {
    field_source: 'system',
    field: 'current_unix_timestamp',
    operator: 'gt',
    value: 9_000_000_000,
  };
  const rule = { name: 'never', method: 'signTransaction', action: 'DENY', conditions: [condition] };
  const policy = { name: 'of Solana', chain: 'SOL', scope: 'GLOBAL', rules: [rule] };
  await withSettings(
    { policy_evaluation_enabled: true },
    async () => {
      expect((await exports()).map(({ status }) => status)).toEqual([200, 200]);
      const made = await core.manage('POST', '/v1/policy', policy);
      expect(made.status).toBe(201);
      const { id } = made.body as { id: string };
      const [onCore, onExpress] = await exports();
      expect([onCore?.status, onCore && codeOf(onCore)]).toEqual([403, 'POLICY_DENIED']);
      expect([onExpress?.status, onExpress?.body]).toEqual([
        403,
        expect.objectContaining({ code: 'policy.denied' }),
      ]);
      await core.succeed('PATCH', `/v1/policy/${id}`, { is_active: false });
      expect((await exports()).map(({ status }) => status)).toEqual([200, 200]);
    },
    { policy_evaluation_enabled: false },
  );
});
