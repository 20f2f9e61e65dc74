import { randomBytes } from 'node:crypto';
import { accessKeyText } from '../src/routes/access-key.js';
import { exampleTransaction, exampleTypedData } from '../src/routes/signing-documentation.js';
import {
  accessKey,
  gatewayUnderTest,
  secretKey,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';

let gateway: GatewayUnderTest;
let token: string;

beforeAll(async () => {
  gateway = await gatewayUnderTest();
  token = await userToken();
});

const ask = (query: string) => gateway.send({ method: 'GET', url: `/v2/attestation${query}`, headers: {} });
const askedNonce = () =>
  gateway.asked.findLast(({ method }) => method === 'GetAttestations')?.request['nonce'];

describe('GET /v2/attestation', () => {
  const bytes = randomBytes(32);

  it.each([
    ['hex', bytes.toString('hex')],
    ['upper-case hex', bytes.toString('hex').toUpperCase()],
    ['base64url', bytes.toString('base64url')],
  ])('accepts a nonce in %s without credentials, and says how it was read', async (_title, nonce) => {
    const answer = await ask(`?nonce=${nonce}`);
    expect(answer.status).toBe(200);
    expect(askedNonce()).toEqual(bytes);
    expect(answer.json()).toEqual({
      nonce: bytes.toString('hex'),
      attestations: [
        {
          format: 'self-signed',
          document: Buffer.from('document').toString('base64'),
          receipt_public_key: Buffer.alloc(32, 4).toString('base64'),
        },
      ],
    });
  });

  it.each([16, 64])('accepts %d bytes', async (length) => {
    for (const encoding of ['hex', 'base64url'] as const) {
      const nonce = randomBytes(length);
      expect((await ask(`?nonce=${nonce.toString(encoding)}`)).status).toBe(200);
      expect(askedNonce()).toEqual(nonce);
    }
  });

  it.each([
    ['no nonce', ''],
    ['an empty nonce', '?nonce='],
    ['15 bytes of hex', `?nonce=${'ab'.repeat(15)}`],
    ['65 bytes of hex', `?nonce=${'ab'.repeat(65)}`],
    ['15 bytes of base64url', `?nonce=${Buffer.alloc(15, 250).toString('base64url')}`],
    ['65 bytes of base64url', `?nonce=${Buffer.alloc(65, 250).toString('base64url')}`],
    ['base64url that is not canonical', `?nonce=${'_'.repeat(22)}`],
    ['an odd number of hex digits', `?nonce=${'a'.repeat(43)}`],
    ['padding', `?nonce=${encodeURIComponent(Buffer.alloc(16, 250).toString('base64'))}`],
    ['two nonces', `?nonce=${'ab'.repeat(16)}&nonce=${'cd'.repeat(16)}`],
  ])('refuses %s and names the parameter', async (_title, query) => {
    const { status, body } = await ask(query);
    expect(status).toBeGreaterThanOrEqual(400);
    expect(status).toBeLessThan(500);
    expect(body).toContain('query nonce');
  });
});

describe('Prefer: receipt', () => {
  const receipt = {
    statement: Buffer.from('statement').toString('base64'),
    signature: Buffer.alloc(64, 5).toString('base64'),
    public_key: Buffer.alloc(32, 4).toString('base64'),
  };
  const express: [string, object][] = [
    ['data', { raw_data_hash: `0x${'ab'.repeat(32)}` }],
    ['message', { message_base64: 'aGVsbG8=' }],
    ['eip7702', { chain_id: 1, address: `0x${'11'.repeat(20)}`, nonce: 0 }],
    ['transaction', { payload: exampleTransaction }],
    ['typed_data', { typed_data: exampleTypedData }],
  ];
  const core: [string, object][] = [
    ['sign_data', { raw_data_hash: `0x${'ab'.repeat(32)}` }],
    ['sign_message', { message_base64: 'aGVsbG8=' }],
    ['sign_transaction', { payload: exampleTransaction }],
  ];
  const cases = [
    ...express.map(([name, body]) => ({ url: `/v2/wallet/sign/${name}`, body, isCore: false })),
    ...core.map(([name, body]) => ({ url: `/v2/api/wallet/${name}`, body, isCore: true })),
  ];
  const sign = (request: (typeof cases)[number], prefer?: string) => {
    const credentials = { op_jwt: token, access_key: accessKeyText(accessKey), wallet_id: 'wallet-1' };
    return gateway.send({
      method: 'POST',
      url: request.url,
      headers: {
        ...(request.isCore
          ? { 'x-service-secret-key': secretKey, 'content-type': 'application/json' }
          : userHeaders(token)),
        ...(prefer !== undefined && { prefer }),
      },
      payload: request.isCore ? { ...credentials, ...request.body } : request.body,
    });
  };

  it.each(cases)('gives a receipt on $url', async (request) => {
    const answer = await sign(request, 'receipt');
    const { data, ...body } = answer.json() as { data?: object; receipt?: object };
    expect([answer.status, answer.headers['preference-applied']]).toEqual([200, 'receipt']);
    expect(data ?? body).toMatchObject({ receipt });
  });

  it.each(cases)('gives no receipt on $url when none is asked for', async (request) => {
    for (const prefer of [undefined, 'respond-async', 'receipt=no']) {
      const answer = await sign(request, prefer);
      expect([answer.status, answer.headers['preference-applied']]).toEqual([200, undefined]);
      expect(answer.body).not.toContain('receipt');
      expect(gateway.asked.findLast(({ method }) => method === 'Sign')?.request['receipt']).toBe(false);
    }
  });
});
