import { randomUUID } from 'node:crypto';
import { verifyMessage } from 'ethers';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { requestJson, type JsonAnswer, type JsonRequest } from '@wallet-service/operator-cli/http-json';
import {
  hashTypedData,
  keccak256,
  parseTransaction,
  recoverAddress,
  recoverTypedDataAddress,
  serializeTransaction,
  type Hex,
} from 'viem';
import { MagicTEESigner, MagicTeeApiClients } from './compatibility/immutable.js';
import { clientOf, dialects, type Application } from './compatibility/magic-requests.js';
import { transaction, transactionHash, typedData } from './compatibility/samples.js';
import { openPage } from './compatibility/page.js';
import { paymentOf } from './compatibility/payment-of.js';
import { isLowS } from './chains/ecrecover.js';
import { psbtFrom } from './chains/psbts.js';
import { codeOf, demoCustomer, freshToken, type Customer } from './http/customer.js';
import { placesOf } from './leaks/places.js';
import { leaksIn, textSecret } from './leaks/secret.js';
import { secretsOf } from './secrets-of.js';

// Clients that others wrote for Magic's server wallets, against the whole service with COMPATIBILITY=magic. They get
// nothing but its address, and a key and a provider of their application.

let stack: TestStack;
let customer: Customer;
let application: Application;
let token: string;
beforeAll(async () => {
  stack = await startTestStack({ COMPATIBILITY: 'magic', LOG_LEVEL: 'trace' });
  customer = demoCustomer(stack.stack);
  application = {
    apiKey: customer.apiKey,
    secretKey: customer.secretKey(),
    providerId: customer.provider.id,
  };
  token = await freshToken(customer, 'migrant');
});
afterAll(async () => {
  await stack.stop();
});

type Signed = {
  readonly signature: Hex;
  readonly r: Hex;
  readonly s: Hex;
  readonly v: string;
  readonly message_hash: Hex;
};
const hello = { message_base64: Buffer.from('hello').toString('base64') };

/** The body of an answer that must be a success. */
function succeeded({ status, body }: Pick<JsonAnswer, 'status' | 'body'>): unknown {
  expect([status, body]).toEqual([200, body]);
  return body;
}

describe('clients of npm, unmodified', () => {
  const clients = () =>
    new MagicTeeApiClients({
      basePath: stack.expressUrl,
      timeout: 10_000,
      magicPublishableApiKey: application.apiKey,
      magicProviderId: application.providerId,
    });

  it('@imtbl/wallet makes a wallet and signs with it', async () => {
    const subject = `passport-${randomUUID()}`;
    const user = { idToken: await freshToken(customer, subject), accessToken: '', profile: { sub: subject } };
    const signer = new MagicTEESigner(() => Promise.resolve(user), clients());
    const address = await signer.getAddress();
    expect(address).toBe(await customer.express.wallet(user.idToken, 'ETH'));
    expect(verifyMessage('hello ✓', await signer.signMessage('hello ✓'))).toBe(address);
    // It signs the bytes as this text.
    expect(verifyMessage('0x0102', await signer.signMessage(Uint8Array.of(1, 2)))).toBe(address);
  });

  it('@imtbl/generated-clients call every operation that they have', async () => {
    const { walletApi, signOperationsApi } = clients();
    const options = { headers: { Authorization: `Bearer ${token}` } };
    const xMagicChain = 'ETH';
    const { data: wallet } = await walletApi.createWalletV1WalletPost({ xMagicChain }, options);
    const signDataRequest = { raw_data_hash: transactionHash, one_time_code: null };
    const { data } = await signOperationsApi.signDataV1WalletSignDataPost(
      { xMagicChain, signDataRequest },
      options,
    );
    expect(await recoverAddress({ hash: transactionHash, signature: data.signature })).toBe(
      wallet.public_address,
    );
    const { data: message } = await signOperationsApi.signMessageV1WalletSignMessagePost(
      { xMagicChain, signMessageRequest: hello },
      options,
    );
    expect(verifyMessage('hello', message.signature)).toBe(wallet.public_address);
  });

  it('@imtbl/wallet shows why it was refused', async () => {
    const user = { idToken: 'no token', accessToken: '', profile: { sub: 'nobody' } };
    const signer = new MagicTEESigner(() => Promise.resolve(user), clients());
    await expect(signer.getAddress()).rejects.toThrow(/status 401: .*"error":"the token is refused/);
  });
});

describe.each(dialects)('$client', (dialect) => {
  const call = (...[name, chain, body]: Parameters<ReturnType<typeof clientOf>>) =>
    clientOf(stack.expressUrl, dialect, application, token)(name, chain, body);
  const walletOf = async (chain: string) =>
    (succeeded(await call('wallet', chain)) as { public_address: Hex }).public_address;

  it('signs messages, typed data and transactions by their hash', async () => {
    const address = await walletOf('ETH');
    const { signature } = succeeded(await call('message', 'ETH', hello)) as Signed;
    expect(verifyMessage('hello', signature)).toBe(address);
    const hash = hashTypedData(typedData);
    const data = succeeded(await call('data', 'ETH', { raw_data_hash: hash })) as Signed;
    expect(data.message_hash).toBe(hash);
    for (const half of [data.r, data.s]) expect(half).toMatch(/^0x[0-9a-f]{64}$/);
    expect(['27', '28']).toContain(data.v);
    expect(isLowS(data.s)).toBe(true);
    expect(await recoverTypedDataAddress({ ...typedData, signature: data.signature })).toBe(address);
    const { r, s, v } = succeeded(await call('data', 'ETH', { raw_data_hash: transactionHash })) as Signed;
    const sent = serializeTransaction(transaction, { r, s, v: BigInt(v) });
    expect(parseTransaction(sent)).toMatchObject({ nonce: 7, r, s });
    expect(await recoverAddress({ hash: transactionHash, signature: { r, s, v: BigInt(v) } })).toBe(address);
    const delegation = { chain_id: 1, address: `0x${'22'.repeat(20)}`, nonce: 0 };
    const authorization = succeeded(await call('eip7702', 'ETH', delegation)) as Signed;
    expect(authorization.r).toMatch(/^[0-9]+$/);
  });

  it('signs messages on Solana and Bitcoin', async () => {
    for (const chain of ['SOL', 'BTC']) {
      expect(await walletOf(chain)).toBe(await customer.express.wallet(token, chain as 'SOL'));
      expect((succeeded(await call('message', chain, hello)) as Signed).signature).toMatch(/^0x/);
    }
  });

  it('shows why it was refused, and by which trace', async () => {
    const { status, headers, body } = await call('data', 'ETH', { raw_data_hash: '0x00' });
    const { detail, error } = body as Record<string, string>;
    expect([status, error]).toEqual([422, detail]);
    expect(headers.get('x-magic-trace-id')).toBe(headers.get('x-trace-id'));
  });
});

const manage = (
  method: NonNullable<JsonRequest['method']>,
  path: string,
  body?: unknown,
): Promise<JsonAnswer> =>
  requestJson(`${stack.expressUrl}${path}`, {
    method,
    headers: { 'x-magic-secret-key': application.secretKey },
    ...(body !== undefined && { body }),
  });

it('Core, version 2: groups, wallets, signatures', async () => {
  const group = await manage('POST', '/v1/api/wallet_group', { metadata: { resource_id: 'magic' } });
  const { data: made } = succeeded(group) as { data: { uuid: string } };
  const wallet = await manage('POST', '/v2/api/wallet', {
    auth_jwt: token,
    network: 'eth_mainnet',
    wallet_group_id: made.uuid,
  });
  const { wallet_id, data } = succeeded(wallet) as { wallet_id: string; data: Record<string, string> };
  expect(succeeded(await manage('GET', `/v2/api/wallet/${wallet_id}`))).toMatchObject({
    data: { public_address: data['public_address'] },
  });
  const credentials = { op_jwt: token, access_key: data['access_key'], wallet_id };
  const payload = {
    ...{ type: 2, chainId: 1, nonce: 1, value: '0x61', gas: 100_000 },
    ...{ maxFeePerGas: 2_000_000_000, maxPriorityFeePerGas: 2_000_000_000, to: transaction.to },
  };
  const signed = await manage('POST', '/v2/api/wallet/sign_transaction', { ...credentials, payload });
  const { signed_transaction } = (succeeded(signed) as { data: { signed_transaction: `0x02${string}` } })
    .data;
  expect(parseTransaction(signed_transaction)).toMatchObject({ nonce: 1, value: 0x61n, gas: 100_000n });
  const hash = await manage('POST', '/v2/api/wallet/sign_data', {
    ...credentials,
    raw_data_hash: transactionHash,
  });
  const { signature } = (succeeded(hash) as { data: Signed }).data;
  expect(await recoverAddress({ hash: transactionHash, signature })).toBe(data['public_address']);
});

it('Core: a Bitcoin payment of inputs and outputs is the transaction that it says', async () => {
  const wallet = await manage('POST', '/v2/api/wallet', { auth_jwt: token, network: 'BTC_MAINNET' });
  const { wallet_id, data } = succeeded(wallet) as { wallet_id: string; data: Record<string, string> };
  const address = data['public_address'] ?? '';
  const [recipient, txid] = ['bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu', 'd1'.repeat(32)];
  const payload = {
    inputs: [0, 1].map((tx_num) => ({ address, value: 5000, txid, tx_num })),
    outputs: [
      { address: recipient, value: 600 },
      { address, value: 9000 },
    ],
  };
  const credentials = { op_jwt: token, access_key: data['access_key'], wallet_id };
  const sign = (asked: unknown) =>
    manage('POST', '/v2/api/wallet/sign_transaction', { ...credentials, payload: asked });
  const { data: signed } = succeeded(await sign(payload)) as {
    data: { signed_transaction: string; psbt: string };
  };
  expect(psbtFrom(signed.psbt).finalizeAllInputs().extractTransaction(true).toHex()).toBe(
    signed.signed_transaction,
  );
  expect(paymentOf(signed.signed_transaction, address, 5000n)).toEqual(payload);
  const { body } = await sign({ ...payload, inputs: [{ address, txid, tx_num: 0 }] });
  expect(JSON.stringify(body)).toContain('/payload/inputs/0/value');
});

it('pre-generates a wallet', async () => {
  const { public_address } = succeeded(
    await manage('POST', '/v1/admin/pregen/wallet', { email: `${randomUUID()}@example.com` }),
  ) as { public_address: string };
  expect(public_address).toMatch(/^0x/);
});

it('registers a provider, changes one field of it, and deletes it', async () => {
  const [known] = succeeded(await manage('GET', '/v1/identity/provider')) as [Record<string, string>];
  const { issuer, jwks_uri } = known;
  const asked = { issuer, audience: 'second', jwks_uri };
  const made = await manage('POST', '/v1/identity/provider', asked);
  expect(made.status).toBe(201);
  const { id } = made.body as { id: string };
  const path = `/v1/identity/provider/${id}`;
  const changed = succeeded(await manage('PATCH', path, { audience: 'third' }));
  expect(changed).toMatchObject({ ...asked, audience: 'third', id });
  expect(succeeded(await manage('GET', path))).toMatchObject({ ...asked, audience: 'third' });
  expect((await manage('DELETE', path)).status).toBe(204);
});

it('policies see what a hash was made of, by their names of fields', async () => {
  await customer.succeed('PATCH', '/v1/application', { policy_evaluation_enabled: true });
  const conditions = [{ field_source: 'ethereum_transaction', field: 'chainId', operator: 'neq', value: 1 }];
  const rule = { name: 'mainnet', method: 'eth_signTransaction', conditions, action: 'DENY' };
  const gas = { ...conditions[0], field: 'gasLimit', operator: 'gt', value: '50000' };
  const rules = [rule, { ...rule, name: 'little gas', conditions: [gas] }];
  const made = await manage('POST', '/v1/policy/', { name: 'p', chain: 'ETH', scope: 'GLOBAL', rules });
  expect(made.status).toBe(201);
  const [dialect] = dialects;
  if (!dialect) throw new Error('there are no dialects');
  const call = clientOf(stack.expressUrl, dialect, application, token);
  const sign = async (changes: object, transaction_data?: object) => {
    const hash = keccak256(serializeTransaction({ ...transaction, ...changes }));
    return codeOf(
      await call('data', 'ETH', { raw_data_hash: hash, ...(transaction_data && { transaction_data }) }),
    );
  };
  const data = { ...transaction, type: undefined, gas: undefined, method: 'eth_signTransaction' };
  const told = { ...data, value: '5', gasLimit: '0x5208', maxFeePerGas: '2', maxPriorityFeePerGas: '0x1' };
  expect(await sign({}, told)).toBe('ok');
  expect(await sign({ chainId: 5 }, { ...told, chainId: 5 })).toBe('policy.denied');
  expect(await sign({ gas: 60_000n }, { ...told, gasLimit: '60000' })).toBe('policy.denied');
  // A lie about the chain is not the data of the hash.
  expect(await sign({ chainId: 5 }, told)).toBe('request.invalid');
  expect(await sign({})).toBe('policy.raw-hash-refused');
  expect(await sign({}, { method: 'personal_sign' })).toBe('policy.raw-hash-refused');
  await customer.succeed('PATCH', '/v1/application', { raw_hash_signing: 'allow' });
  expect(await sign({})).toBe('ok');
  expect((await manage('DELETE', `/v1/policy/${(made.body as { id: string }).id}`)).status).toBe(204);
});

it('a page in a browser signs with the API key, and never with the secret key', async () => {
  const { apiKey, secretKey, providerId } = application;
  const page = await openPage();
  try {
    await customer.succeed('PATCH', '/v1/application', { allowed_origins: [page.origin] });
    const ask = (path: string, keys: Readonly<Record<string, string>>) =>
      page.walletOf(`${stack.expressUrl}${path}`, {
        ...{ Authorization: `Bearer ${token}`, 'X-OIDC-Provider-ID': providerId, 'X-Magic-Chain': 'ETH' },
        ...{ 'X-Magic-Referrer': page.origin, ...keys },
      });
    const seen = { status: 200, isTraced: true };
    expect(await ask('/v1/wallet', { 'X-Magic-API-Key': apiKey })).toEqual(seen);
    expect(await ask('/v2/wallet', { 'X-Magic-API-Key': apiKey })).toEqual(seen);
    const secret = { 'X-Magic-Secret-Key': secretKey };
    expect(await ask('/v2/wallet', secret)).toBe('blocked');
    expect(await ask('/v1/wallet', { 'X-Magic-API-Key': apiKey, ...secret })).toBe('blocked');
  } finally {
    await page.close();
  }
});

it('leaves no secret in any log, column or command line', async () => {
  const secrets = [application.secretKey, ...secretsOf(stack)].map((text) => textSecret('secret', text));
  const places = await placesOf(stack);
  expect(places.find(({ name }) => name === 'log of gateway-0')?.text).toContain('/v2/wallet/sign/data');
  expect(leaksIn(places, secrets)).toEqual([]);
});
