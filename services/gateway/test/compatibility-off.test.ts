import { expectProblem } from './expect-problem.js';
import {
  apiKey,
  gatewayUnderTest,
  providerId,
  secretKey,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';

const hash = `0x${'ab'.repeat(32)}`;
const json = { 'content-type': 'application/json' };
let off: GatewayUnderTest;
let on: GatewayUnderTest;
let token: string;
beforeAll(async () => {
  off = await gatewayUnderTest();
  on = await gatewayUnderTest({ compatibility: 'magic' });
  token = await userToken();
});

type Headers = Readonly<Record<string, string>>;
const ours = (headers: Headers = {}): Headers => ({ ...userHeaders(token), ...headers });
const theirs = (): Headers => ({
  ...json,
  authorization: `Bearer ${token}`,
  'X-Magic-API-Key': apiKey,
  'X-OIDC-Provider-ID': providerId,
  'X-Magic-Chain': 'ETH',
});
function without(headers: Headers, name: string): Headers {
  const { [name]: _, ...others } = headers;
  return others;
}

describe('without COMPATIBILITY everything of theirs is refused as before', () => {
  it.each([
    ['their names of headers', '/v2/wallet', () => theirs(), undefined, 401],
    ['their paths', '/v1/wallet', () => theirs(), undefined, 410],
    ['the chain in the body', '/v2/wallet', () => ours(), { chain: 'ETH' }, 422],
    ['a code', '/v2/wallet/sign/data', () => ours(), { raw_data_hash: hash, one_time_code: null }, 422],
    ['no provider', '/v2/wallet', () => without(ours(), 'x-oidc-provider-id'), undefined, 401],
    ['an empty provider', '/v2/wallet', () => ours({ 'x-oidc-provider-id': '' }), undefined, 401],
    [
      'a secret key',
      '/v2/wallet',
      () => without(ours({ 'x-service-secret-key': secretKey }), 'x-service-api-key'),
      undefined,
      401,
    ],
    [
      'transaction_data',
      '/v2/wallet/sign/data',
      () => ours(),
      { raw_data_hash: hash, transaction_data: {} },
      422,
    ],
    ['text', '/v2/wallet', () => ours({ 'content-type': 'text/plain;charset=UTF-8' }), '{}', 415],
  ] as const)('%s', async (_name, url, headers, payload, status) => {
    const answer = await off.send({
      method: 'POST',
      url,
      headers: headers(),
      ...(payload !== undefined && { payload }),
    });
    expect(answer.status).toBe(status);
    expect(answer.headers).not.toHaveProperty('x-magic-trace-id');
    expect(answer.json()).not.toHaveProperty('error');
  });

  it('a change of one field of a provider', async () => {
    const answer = await off.send({
      method: 'PATCH',
      url: `/v1/identity/provider/${providerId}`,
      headers: { ...json, 'x-service-secret-key': secretKey },
      payload: { audience: 'other' },
    });
    expectProblem(answer, 422, 'request.invalid');
  });

  it('is not shown in the reference', async () => {
    const [plain, compatible] = await Promise.all(
      [off, on].map((gateway) => gateway.send({ method: 'GET', url: '/openapi.json' })),
    );
    expect(compatible?.body).toBe(plain?.body);
    expect(plain?.body).not.toMatch(/magic/i);
  });
});
