import { expectProblem } from './expect-problem.js';
import {
  apiKey,
  gatewayUnderTest,
  providerId,
  secretKey,
  signature,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';
import type { Received } from './http-request.js';

const hash = `0x${'ab'.repeat(32)}`;
const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
let on: GatewayUnderTest;
let token: string;
beforeAll(async () => {
  on = await gatewayUnderTest({ compatibility: 'magic' });
  token = await userToken();
});
beforeEach(() => {
  on.asked.length = 0;
});

type Headers = Readonly<Record<string, string | string[]>>;
const json = { 'content-type': 'application/json' };
const theirs = (headers: Headers = {}): Headers => ({
  ...json,
  authorization: `Bearer ${token}`,
  'X-Magic-API-Key': apiKey,
  'X-OIDC-Provider-ID': providerId,
  'X-Magic-Chain': 'ETH',
  ...headers,
});
const withSecret = (headers: Headers = {}): Headers => {
  const { 'X-Magic-API-Key': _, ...others } = theirs(headers);
  return { ...others, 'X-Magic-Secret-Key': secretKey };
};
function without(headers: Headers, name: string): Headers {
  const { [name]: _, ...others } = headers;
  return others;
}
const post = (
  gateway: GatewayUnderTest,
  url: string,
  headers: Headers,
  payload?: unknown,
): Promise<Received> =>
  gateway.send({ method: 'POST', url, headers, ...(payload !== undefined && { payload }) });
const asked = () => on.asked.map(({ method }) => method);
const signed = { message_hash: '0xdd', ...signature };

describe('their requests', () => {
  it.each(['/v1/wallet', '/v1/wallet/', '/v2/wallet', '/v1/wallet?'])(
    'POST %s answers with the address',
    async (url) => {
      const answer = await post(on, url, theirs());
      expect([answer.status, answer.json()]).toMatchObject([200, { public_address: address }]);
      expect(answer.headers['x-magic-trace-id']).toBe(answer.headers['x-trace-id']);
    },
  );

  it.each([
    ['/v1/wallet', { chain: 'ETH' }, { public_address: address }],
    ['/v1/wallet', {}, { public_address: address }],
    ['/v1/wallet/sign/data', { raw_data_hash: hash, chain: 'ETH', one_time_code: null }, signed],
    ['/v1/wallet/sign/message', { message_base64: 'aGVsbG8=', chain: 'ETH' }, signature],
    [
      '/v1/wallet/sign/eip7702',
      { chain_id: 1, address: `0x${'11'.repeat(20)}`, nonce: 0, chain: 'ETH' },
      { r: '1', s: '2', y_parity: 0 },
    ],
  ])('POST %s takes %j', async (url, payload, expected) => {
    for (const headers of [theirs(), withSecret()]) {
      const answer = await post(on, url, headers, payload);
      expect([answer.status, answer.json()]).toMatchObject([200, expected]);
    }
  });

  it('may come as fetch sends a text without a type', async () => {
    const answer = await post(on, '/v1/wallet', theirs({ 'content-type': 'text/plain;charset=UTF-8' }), '{}');
    expect(answer.status).toBe(200);
    const other = await post(on, '/v1/wallet', theirs({ 'content-type': 'text/html' }), '{}');
    expectProblem(other, 415, 'request.unsupported-media-type');
  });

  it('need no provider, since iss and aud tell it', async () => {
    for (const headers of [theirs(), withSecret()]) {
      for (const none of [without(headers, 'X-OIDC-Provider-ID'), { ...headers, 'X-OIDC-Provider-ID': '' }]) {
        const answer = await post(on, '/v2/wallet', none);
        expect(answer.status).toBe(200);
        expect(on.asked.at(-1)?.request).toMatchObject({ user: { providerId }, chain: 'ETH' });
      }
    }
    const stranger = await userToken({ iss: 'https://other.example' });
    const answer = await post(
      on,
      '/v2/wallet',
      without(theirs({ authorization: `Bearer ${stranger}` }), 'X-OIDC-Provider-ID'),
    );
    expectProblem(answer, 401, 'auth.token-provider-unknown');
    const unsigned = `${token.split('.').slice(0, 2).join('.')}.${'A'.repeat(86)}`;
    const forged = await post(
      on,
      '/v2/wallet',
      without(theirs({ authorization: `Bearer ${unsigned}` }), 'X-OIDC-Provider-ID'),
    );
    expectProblem(forged, 401, 'auth.token-invalid');
  });

  it('are refused with their detail as error', async () => {
    const answer = await post(on, '/v1/wallet/sign/data', theirs(), { raw_data_hash: 'no' });
    const problem = expectProblem(answer, 422, 'request.invalid');
    expect(problem).toMatchObject({ error: problem.detail });
    expect(answer.headers['content-length']).toBe(String(Buffer.byteLength(answer.body)));
  });

  it('carry their trace id', async () => {
    const uuid = '3FA85F64-5717-4562-b3fc-2c963f66afa6';
    const answer = await post(on, '/v1/wallet', theirs({ 'x-magic-trace-id': uuid }));
    expect(answer.headers['x-magic-trace-id']).toBe('3fa85f6457174562b3fc2c963f66afa6');
    const odd = await post(on, '/v1/wallet', theirs({ 'x-magic-trace-id': 'express-1' }));
    expect(odd.headers['x-magic-trace-id']).toBe('f'.repeat(32));
  });

  it('have no wallets of version 1 of Core', async () => {
    const answer = await post(on, '/v1/api/wallet', { ...json, 'X-Magic-Secret-Key': secretKey }, {});
    expect(answer.status).toBe(410);
  });

  it('may not send a code that somebody would expect to be checked', async () => {
    const answer = await post(on, '/v1/wallet/sign/data', theirs(), {
      raw_data_hash: hash,
      one_time_code: '123456',
    });
    expect(expectProblem(answer, 422, 'request.invalid').errors?.[0]?.path).toBe('/one_time_code');
    expect(asked()).not.toContain('Sign');
  });
});

describe('a secret key in place of the API key', () => {
  it('must be valid, and of the application of an API key beside it', async () => {
    const wrong = await post(on, '/v1/wallet', { ...withSecret(), 'X-Magic-Secret-Key': 'sk_other' });
    expectProblem(wrong, 401, 'auth.secret-key-invalid');
    const both = await post(on, '/v1/wallet', { ...withSecret(), 'X-Magic-API-Key': apiKey });
    expect(both.status).toBe(200);
    const other = await post(on, '/v1/wallet', { ...withSecret(), 'X-Magic-API-Key': 'pk_other' });
    expectProblem(other, 401, 'auth.api-key-invalid');
    const alone = await post(on, '/v1/wallet', theirs({ 'X-Magic-API-Key': secretKey }));
    expectProblem(alone, 401, 'auth.api-key-invalid');
  });

  it('is refused from a web page, before any service is asked', async () => {
    for (const url of ['/v1/wallet', '/v2/wallet/sign/data'])
      for (const name of ['X-Magic-Secret-Key', 'X-Service-Secret-Key']) {
        on.asked.length = 0;
        const headers = { ...theirs(), [name]: secretKey, origin: 'https://app.example' };
        const problem = expectProblem(await post(on, url, headers), 400, 'request.malformed');
        expect(problem.detail).toContain('web page');
        expect(asked()).toEqual([]);
      }
  });

  it('is in no log', async () => {
    await post(on, '/v1/wallet', withSecret());
    await post(on, '/v1/wallet', { ...withSecret(), 'X-Magic-Secret-Key': 'sk_somebody' });
    await post(on, `/v1/wallet/${secretKey}`, { ...withSecret(), 'X-Service-Secret-Key': 'sk_somebody' });
    expect(on.log.length).toBeGreaterThan(0);
    expect(JSON.stringify(on.log)).not.toMatch(/sk_/);
  });
});

describe('two values of one header', () => {
  it.each([
    ['X-Magic-API-Key', 'X-Service-API-Key', apiKey],
    ['X-Magic-Secret-Key', 'x-service-secret-key', secretKey],
    ['x-magic-chain', 'X-Service-Chain', 'ETH'],
  ])('under %s and %s are refused, and never shown', async (one, other, value) => {
    const headers = without(without(theirs(), 'X-Magic-API-Key'), 'X-Magic-Chain');
    const base = { ...headers, 'X-Service-Chain': 'ETH', 'X-Service-API-Key': apiKey };
    const named = Object.fromEntries(
      Object.entries(base).filter(([name]) => name.toLowerCase() !== other.toLowerCase()),
    );
    expect((await post(on, '/v1/wallet', { ...named, [one]: value, [other]: value })).status).toBe(200);
    for (const [first, second] of [
      [value, 'sk_x'],
      ['sk_x', value],
    ]) {
      const answer = await post(on, '/v1/wallet', {
        ...named,
        [one]: String(first),
        [other]: String(second),
      });
      expectProblem(answer, 400, 'request.malformed');
      expect(answer.body).not.toContain('sk_x');
    }
  });

  it.each([
    ['X-Magic-API-Key', apiKey, 401],
    ['X-Magic-Chain', 'ETH', 422],
    ['X-OIDC-Provider-ID', providerId, 401],
  ])('%s twice is no credential', async (name, value, status) => {
    const answer = await post(on, '/v1/wallet', theirs({ [name]: [value, value] }));
    expect(answer.status).toBe(status);
  });
});

describe('what a hash was made of', () => {
  const transaction_data = {
    method: 'eth_signTransaction',
    to: `0x${'11'.repeat(20)}`,
    value: '1',
    data: '0x',
    chainId: 1,
    nonce: 0,
    gasLimit: '0x5208',
    maxFeePerGas: '2',
    maxPriorityFeePerGas: '1',
    gasPrice: null,
  };

  it('is compared with the hash, so that policies see it', async () => {
    const answer = await post(on, '/v1/wallet/sign/data', theirs(), {
      raw_data_hash: hash,
      transaction_data,
    });
    const { errors } = expectProblem(answer, 422, 'request.invalid');
    expect(errors?.[0]?.path).toBe('/raw_data_hash');
    const { method: _, gasPrice: __, ...payload } = transaction_data;
    expect(on.asked.at(-1)?.request).toMatchObject({
      operation: { rawHash: { transaction: { json: JSON.stringify(payload) } } },
    });
  });

  it('may not come twice', async () => {
    const body = { raw_data_hash: hash, transaction_data, payload: {} };
    const answer = await post(on, '/v1/wallet/sign/data', theirs(), body);
    expect(expectProblem(answer, 422, 'request.invalid').errors?.[0]?.path).toBe('/transaction_data');
  });
});
