import { verifyMessage, serializeTransaction } from 'viem';
import { createClient, type ClientOptions, type StepUpChallenge } from './index.js';
import { createServerClient } from './server.js';
import { createTestServer, type TestServer } from './testing.js';
import type { WalletServiceError } from './core/error.js';

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
  const long = { auth_jwt: server.token({ expiresInSeconds: -1 }), network: 'EVM' };
  expect((await errorOf(wallets.create(long))).code).toBe('auth.token-expired');
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

it('ends a late answer when the client ends it', async () => {
  const server = createTestServer({ onRequest: () => new Promise(() => undefined) });
  expect((await errorOf(clientOf(server, { timeoutMs: 5 }).wallet('ETH'))).code).toBe('client.timeout');
  const signal = AbortSignal.abort();
  expect((await errorOf(clientOf(server).wallet('ETH', { signal }))).code).toBe('client.aborted');
});
