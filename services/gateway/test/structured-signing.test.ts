import { expectProblem } from './expect-problem.js';
import {
  gatewayUnderTest,
  signature,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';
import { keccak256, serializeTransaction, hashTypedData } from 'viem';

const to = `0x${'11'.repeat(20)}` as const;
const payload = {
  type: 'eip1559',
  chainId: 1,
  nonce: 7,
  to,
  value: '1000000000000000000',
  gas: '0x5208',
  maxFeePerGas: '30000000000',
  maxPriorityFeePerGas: 1_000_000_000,
};
const serialized = serializeTransaction({
  type: 'eip1559',
  chainId: 1,
  nonce: 7,
  to,
  value: 10n ** 18n,
  gas: 21_000n,
  maxFeePerGas: 30_000_000_000n,
  maxPriorityFeePerGas: 1_000_000_000n,
});
const typed_data = {
  types: {
    EIP712Domain: [{ name: 'name', type: 'string' }],
    Mail: [{ name: 'contents', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { name: 'post' },
  message: { contents: 'hello' },
} as const;

let gateway: GatewayUnderTest;
let token: string;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
  token = await userToken();
});
beforeEach(() => {
  gateway.asked.length = 0;
});

const sign = (kind: string, body: unknown, chain = 'ETH') =>
  gateway.send({
    method: 'POST',
    url: `/v2/wallet/sign/${kind}`,
    headers: userHeaders(token, chain),
    payload: body,
  });
const asked = () => gateway.asked.find(({ method }) => method === 'Sign')?.request;

describe('POST /v2/wallet/sign/transaction', () => {
  const signed = { signed_transaction: '0x02', transaction_hash: '0x03' };

  it.each<[string, unknown, object]>([
    ['an object', payload, { json: JSON.stringify(payload) }],
    ['the unsigned serialized transaction', serialized, { text: serialized }],
  ])('ETH: accepts %s', async (_title, given, transaction) => {
    const Sign = () => ({ transaction: { signedTransaction: '0x02', transactionHash: '0x03' } });
    const own = await gatewayUnderTest({ answers: { Sign } });
    const answer = await own.send({
      method: 'POST',
      url: '/v2/wallet/sign/transaction',
      headers: userHeaders(token),
      payload: { payload: given },
    });
    expect([answer.status, answer.json()]).toEqual([200, signed]);
    expect(own.asked.at(-1)?.request).toMatchObject({ chain: 'ETH', operation: { transaction } });
  });

  it.each(['SOL', 'BTC'])('%s: accepts base64', async (chain) => {
    await sign('transaction', { payload: 'AQID' }, chain);
    expect(asked()).toMatchObject({ chain, operation: { transaction: { text: 'AQID' } } });
  });

  it('BTC: answers with the PSBT, and with no transaction while it is incomplete', async () => {
    const result = { psbt: 'cHNidP8=', signed_transaction: null, transaction_hash: null };
    const Sign = () => ({ transaction: { psbt: result.psbt } });
    const own = await gatewayUnderTest({ answers: { Sign } });
    const answer = await own.send({
      method: 'POST',
      url: '/v2/wallet/sign/transaction',
      headers: userHeaders(token, 'BTC'),
      payload: { payload: 'cHNidP8=' },
    });
    expect(answer.json()).toEqual(result);
  });

  it.each<[string, unknown, string]>([
    ['ETH', {}, '/payload'],
    ['ETH', { payload: 5 }, '/payload'],
    ['ETH', { payload: {} }, '/payload'],
    ['ETH', { payload: '0x02zz' }, '/payload'],
    ['ETH', { payload: { ...payload, nonce: -1 } }, '/payload/nonce'],
    ['ETH', { payload: { ...payload, gasprice: 1 } }, '/payload/gasprice'],
    ['ETH', { payload: { ...payload, from: 7 } }, '/payload/from'],
    ['SOL', { payload }, '/payload'],
    ['BTC', { payload: 'not base64' }, '/payload'],
    ['ETH', { payload, memo: 'x' }, '/memo'],
  ])('%s %j is refused', async (chain, body, path) => {
    const { errors } = expectProblem(await sign('transaction', body, chain), 422, 'request.invalid');
    expect(errors?.[0]?.path.startsWith(path)).toBe(true);
  });
});

describe('POST /v2/wallet/sign/typed_data', () => {
  it.each([
    [undefined, 'v4'],
    ['v3', 'v3'],
    ['v1', 'v1'],
  ])('passes on version %j as %s', async (version, expected) => {
    const answer = await sign('typed_data', { typed_data, ...(version !== undefined && { version }) });
    expect([answer.status, answer.json()]).toEqual([200, { message_hash: '0xdd', ...signature }]);
    expect(asked()).toMatchObject({
      operation: { typedData: { version: expected, json: JSON.stringify(typed_data) } },
    });
  });

  it('accepts the JSON as text, too', async () => {
    await sign('typed_data', { typed_data: JSON.stringify(typed_data) });
    expect(asked()).toMatchObject({ operation: { typedData: { json: JSON.stringify(typed_data) } } });
  });

  it('is only for ETH', async () => {
    expectProblem(await sign('typed_data', { typed_data }, 'SOL'), 422, 'chain.operation-unsupported');
  });
});

describe('POST /v2/wallet/sign/data with the value behind the hash', () => {
  const ofTransaction = keccak256(serialized);
  const ofTypedData = hashTypedData(typed_data);

  it('signs the transaction, not the hash, and answers with the signature', async () => {
    const answer = await sign('data', { raw_data_hash: ofTransaction, payload });
    expect([answer.status, answer.json()]).toEqual([200, { message_hash: '0xdd', ...signature }]);
    const hash = Buffer.from(ofTransaction.slice(2), 'hex');
    const transaction = { json: JSON.stringify(payload) };
    expect(asked()?.['operation']).toEqual({ rawHash: { hash, transaction } });
  });

  it('signs the typed data, not the hash', async () => {
    const raw_data_hash = ofTypedData.toUpperCase().replace('0X', '0x');
    expect((await sign('data', { raw_data_hash, typed_data })).status).toBe(200);
    const typedData = { version: 'v4', json: JSON.stringify(typed_data) };
    expect(asked()).toMatchObject({ operation: { rawHash: { typedData } } });
  });

  it.each<[object, string]>([
    [{ raw_data_hash: ofTypedData, payload }, '/raw_data_hash'],
    [{ raw_data_hash: ofTransaction, typed_data }, '/raw_data_hash'],
    [{ raw_data_hash: ofTransaction, payload, typed_data }, '/typed_data'],
    [{ raw_data_hash: ofTransaction, version: 'v4' }, '/version'],
    [
      { raw_data_hash: ofTypedData, typed_data: { ...typed_data, primaryType: 'Letter' } },
      '/typed_data/primaryType',
    ],
    [{ raw_data_hash: ofTypedData, typed_data: 'x' }, '/typed_data'],
  ])('%j is refused', async (body, path) => {
    const { errors } = expectProblem(await sign('data', body), 422, 'request.invalid');
    expect(errors?.[0]?.path).toBe(path);
  });
});
