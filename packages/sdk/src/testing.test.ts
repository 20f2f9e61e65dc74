import { verifyMessage, serializeTransaction } from 'viem';
import { createClient, type ClientOptions, type StepUpChallenge } from './index.js';
import { createServerClient } from './server.js';
import { createTestServer, type TestServer } from './testing.js';
import type { WalletServiceError } from './core/error.js';
import { createWallet } from './generated/operations.js';

// What the test server promises by itself. packages/e2e/test/sdk/testing-server.test.ts compares it with the service.

const clientOf = (server: TestServer, more: Partial<ClientOptions> = {}) =>
  createClient({ ...server, token: server.token(), ...more });
const serverOf = (server: TestServer) => createServerClient(server);

function errorOf(work: Promise<unknown>): Promise<WalletServiceError> {
  return work.then(
    () => {
      throw new Error('it did not fail');
    },
    (error: unknown) => error as WalletServiceError,
  );
}

const transfer = { type: 'eip1559', chainId: 1, to: `0x${'55'.repeat(20)}`, value: 1n } as const;

it('gives the same addresses in every run, and others to other users', async () => {
  const addressesOf = async (subject: string) => {
    const server = createTestServer();
    const client = clientOf(server, { token: server.token({ subject }) });
    const wallets = await Promise.all((['ETH', 'SOL', 'BTC'] as const).map((chain) => client.wallet(chain)));
    return wallets.map(({ address }) => address);
  };
  const addresses = await addressesOf('ada');
  expect(await addressesOf('ada')).toEqual(addresses);
  expect(addresses).toEqual([
    expect.stringMatching(/^0x[0-9a-fA-F]{40}$/),
    expect.stringMatching(/^[1-9A-HJ-NP-Za-km-z]{43,44}$/),
    expect.stringMatching(/^bc1q[0-9a-z]{38}$/),
  ]);
  for (const address of await addressesOf('bob')) expect(addresses).not.toContain(address);
});

it('fails as often as it is told, and the client repeats what it may repeat', async () => {
  const server = createTestServer();
  const wallet = await clientOf(server).wallet('SOL');
  server.failNext('signMessage', 'request.rate-limited', { times: 2, retryAfterSeconds: 0 });
  await wallet.signMessage('hello');
  server.failNext('signMessage', 'signer.refused', { details: { reason: 'a test' } });
  const error = await errorOf(wallet.signMessage('hello'));
  expect([error.code, error.status, error.details]).toEqual(['signer.refused', 403, { reason: 'a test' }]);
  expect(server.requests.map(({ operation, status, code }) => [operation, status, code])).toEqual([
    ['getOrCreateWallet', 200, undefined],
    ['signMessage', 429, 'request.rate-limited'],
    ['signMessage', 429, 'request.rate-limited'],
    ['signMessage', 200, undefined],
    ['signMessage', 403, 'signer.refused'],
  ]);
  expect(() => {
    server.failNext('signMessage', 'no.such-code' as never);
  }).toThrow(TypeError);
});

it('has done the work whose answer is lost', async () => {
  const server = createTestServer();
  const { wallets } = serverOf(server);
  server.loseNext('createWallet');
  const { wallet_id: id } = await wallets.create({ auth_jwt: server.token(), network: 'EVM' });
  const listed: string[] = [];
  for await (const { uuid } of wallets.list({})) listed.push(uuid);
  expect(listed).toEqual([id]);
  const [lost, repeated] = server.requests;
  expect(lost?.status).toBe(0);
  expect(repeated?.headers['idempotency-key']).toBe(lost?.headers['idempotency-key']);
});

it('stores policies, and lets the test say what they decide', async () => {
  const server = createTestServer();
  const wallet = await clientOf(server).wallet('ETH');
  const sign = () => wallet.signTransaction(serializeTransaction(transfer));
  await sign();
  const conditions = [
    { field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1' },
  ] as const;
  const rules = [{ name: 'a rule', method: 'eth_signTransaction', action: 'DENY', conditions }] as const;
  const { id } = await serverOf(server).policies.create({
    name: 'a policy',
    chain: 'ETH',
    scope: 'GLOBAL',
    rules,
  });
  const unsaid = await errorOf(sign());
  expect([unsaid.code, unsaid.status, unsaid.message]).toEqual([
    'testing.unsupported',
    501,
    expect.stringContaining('denyNext'),
  ]);
  expect((await errorOf(wallet.signHash(`0x${'11'.repeat(32)}`))).code).toBe('policy.raw-hash-refused');
  server.denyNext({ policy_id: id, rule: 'a rule' });
  server.allowNext();
  const denied = await errorOf(sign());
  expect(denied).toMatchObject({ code: 'policy.denied', details: { policy_id: id, rule: 'a rule' } });
  expect(denied.decisionId).toBeDefined();
  await sign();
  await serverOf(server).policies.update(id, { is_active: false });
  await sign();
});

it('asks for a second factor until a token proves it', async () => {
  const server = createTestServer();
  const challenges: StepUpChallenge[] = [];
  const onStepUp = (challenge: StepUpChallenge) => {
    challenges.push(challenge);
    return server.token({ claims: { acr: 'strong', auth_time: Math.floor(Date.now() / 1000) } });
  };
  const wallet = await clientOf(server, { onStepUp }).wallet('ETH');
  server.requireStepUp({ acr_values: ['strong', 'stronger'], max_age: 60 });
  const { signature } = await wallet.signMessage('hello');
  expect(challenges).toEqual([{ acrValues: ['strong', 'stronger'], maxAgeSeconds: 60 }]);
  const signed = { message: 'hello', signature: signature as `0x${string}` };
  expect(await verifyMessage({ address: wallet.address, ...signed })).toBe(true);
  server.requireStepUp(undefined);
  await (await clientOf(server).wallet('ETH')).signMessage('hello');
});

it('answers the errors of Core and of pre-generation in their own forms', async () => {
  const server = createTestServer();
  const { wallets, pregeneratedWallets } = serverOf(server);
  const { data } = await wallets.create({
    auth_jwt: server.token({ subject: 'ada' }),
    network: 'SOL_DEVNET',
  });
  const wallet = await serverOf(server).wallet('SOL', {
    ...{ id: data.uuid, accessKey: data.access_key },
    operationToken: server.token({ subject: 'bob' }),
  });
  expect(await errorOf(wallet.signMessage('hello'))).toMatchObject({
    code: 'wallet.owner-mismatch',
    status: 403,
  });
  const late = { auth_jwt: server.token({ expiresInSeconds: -10 }), network: 'EVM' };
  expect((await errorOf(wallets.create(late))).code).toBe('auth.token-expired');
  server.failNext('pregenerateWallet', 'application.feature-disabled');
  const body = { email: 'ada@example.com' };
  expect(await errorOf(pregeneratedWallets.create(body))).toMatchObject({ status: 403 });
  expect(await errorOf(pregeneratedWallets.create(body))).toMatchObject({ status: 501 });
});

it('refuses loudly what it does not do', async () => {
  const server = createTestServer();
  const client = clientOf(server);
  const wallet = await client.wallet('ETH');
  const unsupported = { code: 'testing.unsupported', status: 501, retryable: false };
  expect(await errorOf(wallet.signMessage('hello', { receipt: true }))).toMatchObject(unsupported);
  expect(await errorOf(client.exportKey('ETH', { recipient_public_key: 'AA' }))).toMatchObject(unsupported);
  const named = { auth_jwt: server.token(), network: 'POLYGON_MAINNET' };
  expect(await errorOf(serverOf(server).wallets.create(named))).toMatchObject(unsupported);
});

describe('an Idempotency-Key', () => {
  const asked = (server: TestServer) => ({ auth_jwt: server.token(), network: 'SOL_DEVNET' });
  const once = { idempotencyKey: 'k', maxAttempts: 1 };
  const create = (server: TestServer, more: object = {}) =>
    createServerClient({ ...server, maxAttempts: 1 }).wallets.create({ ...asked(server), ...more }, once);

  it('does not give an access key again that has been replaced', async () => {
    const server = createTestServer();
    const { wallets } = serverOf(server);
    const { data } = await create(server);
    expect((await create(server)).data).toEqual(data);
    const { uuid: id, access_key: accessKey } = data;
    const wallet = await serverOf(server).wallet('SOL', { id, accessKey, operationToken: server.token() });
    const signature = await wallet.signMessage('hello', once);
    expect(await wallet.signMessage('hello', once)).toEqual(signature);

    const rotate = () =>
      wallets.rotateAccessKey(
        { op_jwt: server.token(), wallet_id: id, access_key: accessKey },
        { idempotencyKey: 'r' },
      );
    const rotated = await rotate();
    expect(await rotate()).toEqual(rotated);
    const outdated = {
      ...{ code: 'request.idempotency-answer-outdated', status: 409 },
      details: { wallet_id: id },
    };
    expect(await errorOf(create(server))).toMatchObject(outdated);
    expect(await errorOf(wallet.signMessage('hello', once))).toMatchObject(outdated);
    expect((await errorOf(wallet.signMessage('bye', once))).code).toBe('request.idempotency-mismatch');
    expect((await rotate()).data).toEqual(rotated.data);
  });

  it('is for one request at a time, and one access key is replaced once', async () => {
    const server = createTestServer();
    const results = await Promise.allSettled([create(server), create(server), create(server)]);
    const running = {
      status: 'rejected',
      reason: { code: 'request.idempotency-running', status: 409, retryAfterMs: 1000 },
    };
    expect(results).toMatchObject([{ status: 'fulfilled' }, running, running]);
    const { data } = await create(server);
    const body = { op_jwt: server.token(), wallet_id: data.uuid, access_key: data.access_key };
    const impatient = createServerClient({ ...server, maxAttempts: 1 });
    const both = [1, 2].map(() => impatient.wallets.rotateAccessKey(body));
    expect(await Promise.allSettled(both)).toMatchObject([
      { status: 'fulfilled' },
      { reason: { code: 'wallet.changed-meanwhile' } },
    ]);
  });

  it('takes members in any order, and is forgotten after 24 hours', async () => {
    let now = Date.now();
    const server = createTestServer({ now: () => now });
    const { data } = await create(server, { metadata: { resource_id: 'one' } });
    const auth_jwt = server.token();
    const turned = { metadata: { resource_id: 'one' }, network: 'SOL_DEVNET', auth_jwt };
    expect((await serverOf(server).wallets.create(turned, once)).data).toEqual(data);
    now += 86_399_000;
    expect((await errorOf(create(server))).code).toBe('request.idempotency-mismatch');
    now += 1_000;
    expect((await create(server)).data.uuid).not.toBe(data.uuid);
  });
});

it('takes tokens that the service takes, and no others', async () => {
  const server = createTestServer({ now: () => 1_700_000_000_000 });
  const outcomeOf = (claims: object) =>
    clientOf(server, { token: server.token({ claims: claims as Record<string, unknown> }) })
      .wallet('SOL')
      .then(
        () => 'ok',
        (error: unknown) => (error as WalletServiceError).code,
      );
  const iat = 1_700_000_000;
  const cases: readonly (readonly [object, string])[] = [
    [{ iat: iat - 60, exp: iat - 9 }, 'ok'],
    [{ iat: iat - 60, exp: iat - 10 }, 'auth.token-expired'],
    [{ iat: iat + 10 }, 'ok'],
    [{ iat: iat + 11 }, 'auth.token-invalid'],
    [{ nbf: iat + 10 }, 'ok'],
    [{ nbf: iat + 11 }, 'auth.token-invalid'],
    [{ nbf: String(iat) }, 'auth.token-invalid'],
    [{ exp: iat }, 'auth.token-lifetime-too-long'],
    [{ exp: iat + 86_400 }, 'ok'],
    [{ exp: iat + 86_401 }, 'auth.token-lifetime-too-long'],
    [{ exp: (iat + 240) * 1_000 }, 'auth.token-invalid'],
    [{ sub: '', iss: 'other' }, 'auth.token-invalid'],
  ];
  const outcomes = await Promise.all(cases.map(([claims]) => outcomeOf(claims)));
  expect(outcomes).toEqual(cases.map(([, outcome]) => outcome));
});

it('refuses a path that is no text, in the form of its interface', async () => {
  const server = createTestServer();
  const answer = await server.fetch(`${server.url}/v1/policy/%zz`);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({
      code: 'request.malformed',
      errors: [expect.objectContaining({ path: 'path' })],
    }),
  ]);
  const ofCore = await server.fetch(`${server.url}/v1/api/wallets/%ff`);
  expect([ofCore.status, await ofCore.json()]).toEqual([400, { error: expect.anything() as unknown }]);
});

it('begins nothing for a signal that is aborted already', async () => {
  const server = createTestServer();
  const body = JSON.stringify({ auth_jwt: server.token(), network: 'SOL_DEVNET' });
  const headers = { 'content-type': 'application/json', 'x-service-secret-key': server.secretKey };
  server.loseNext('createWallet');
  const { method, path } = createWallet;
  const init = { method, body, headers };
  const reason = new Error('no longer');
  const aborted = server.fetch(server.url + path, { ...init, signal: AbortSignal.abort(reason) });
  await expect(aborted).rejects.toBe(reason);
  expect(server.requests).toEqual([]);
  await expect(server.fetch(server.url + path, init)).rejects.toThrow('broke');
});

it('ends a late answer when the client ends it', async () => {
  const server = createTestServer({ onRequest: () => new Promise(() => undefined) });
  expect((await errorOf(clientOf(server, { timeoutMs: 5 }).wallet('ETH'))).code).toBe('client.timeout');
  const signal = AbortSignal.abort();
  expect((await errorOf(clientOf(server).wallet('ETH', { signal }))).code).toBe('client.aborted');
});
