import {
  accessKey,
  gatewayUnderTest,
  secretKey,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';

// Idempotency-Key on signing requests: what the wallet service is told of a request, so that a retry is the same
// request and nothing else is.

let gateway: GatewayUnderTest;
let tokens: readonly string[];
beforeAll(async () => {
  gateway = await gatewayUnderTest();
  tokens = [await userToken(), await userToken({ nonce: 'another' })];
});

type Told = { readonly key: string; readonly bodyHash: Buffer; readonly sealKey: Buffer } | undefined;

const hash = `0x${'ab'.repeat(32)}`;
const authorization = { chain_id: 1, address: `0x${'11'.repeat(20)}`, nonce: 0 };
const bodies: readonly (readonly [string, object])[] = [
  ['data', { raw_data_hash: hash }],
  ['message', { message_base64: 'aGVsbG8=' }],
  ['message', { message_base64: 'aGVsbG8h' }],
  ['eip7702', authorization],
  ['typed_data', { typed_data: [{ type: 'string', name: 'a', value: 'b' }], version: 'v1' }],
  ['typed_data', { typed_data: [{ type: 'string', name: 'a', value: 'c' }], version: 'v1' }],
];

async function told(url: string, payload: object, headers: Record<string, string>): Promise<Told> {
  gateway.asked.length = 0;
  await gateway.send({ method: 'POST', url, headers, payload });
  const asked = gateway.asked.find(({ method }) => method === 'Sign');
  if (!asked) throw new Error(`${url} asked for no signature`);
  return asked.request['idempotency'] as Told;
}

const onExpress = (operation: string, body: object, more: Record<string, string> = {}, token = tokens[0]) =>
  told(`/v2/wallet/sign/${operation}`, body, {
    ...userHeaders(token ?? ''),
    'content-type': 'application/json',
    'idempotency-key': '"k"',
    ...more,
  });

const onCore = (operation: string, body: object, more: object = {}, headers: Record<string, string> = {}) =>
  told(
    `/v2/api/wallet/sign_${operation}`,
    {
      op_jwt: tokens[0],
      access_key: `ak_${accessKey.toString('base64url')}`,
      wallet_id: 'wallet-1',
      ...body,
      ...more,
    },
    {
      'x-service-secret-key': secretKey,
      'content-type': 'application/json',
      'idempotency-key': '"k"',
      ...headers,
    },
  );

const hex = (given: Told): string => given?.bodyHash.toString('hex') ?? 'nothing';

it('says nothing without the header', async () => {
  const headers = { ...userHeaders(tokens[0] ?? ''), 'content-type': 'application/json' };
  expect(await told('/v2/wallet/sign/message', { message_base64: 'aGVsbG8=' }, headers)).toBeUndefined();
});

it('a retry with another token of the user is the same request', async () => {
  const [, [operation, body] = ['', {}]] = bodies;
  const first = await onExpress(operation, body);
  expect(first).toEqual({ key: 'k', bodyHash: expect.any(Buffer) as Buffer, sealKey: Buffer.alloc(0) });
  expect(await onExpress(operation, body, {}, tokens[1])).toEqual(first);
  const onTheOther = await onCore(operation, body);
  expect(onTheOther?.sealKey).toHaveLength(32);
  expect(await onCore(operation, body, { op_jwt: tokens[1] })).toEqual(onTheOther);
});

it('everything else is another request', async () => {
  const hashes: string[] = [];
  for (const [operation, body] of bodies) {
    hashes.push(hex(await onExpress(operation, body)));
    hashes.push(hex(await onExpress(operation, body, { prefer: 'receipt' })));
  }
  hashes.push(hex(await onExpress('message', { message_base64: 'aGVsbG8=' }, { 'x-service-chain': 'SOL' })));
  hashes.push(hex(await onExpress('message', { message_base64: 'aGVsbG8=', format: 'bip322' })));
  for (const [operation, body] of bodies.slice(0, 3)) {
    hashes.push(hex(await onCore(operation, body)));
    hashes.push(hex(await onCore(operation, body, { wallet_id: 'wallet-2' })));
    hashes.push(hex(await onCore(operation, body, { access_key: `ak_${'B'.repeat(42)}A` })));
    hashes.push(hex(await onCore(operation, body, {}, { prefer: 'receipt' })));
  }
  expect(hashes).not.toContain('nothing');
  expect(new Set(hashes).size).toBe(hashes.length);
});
