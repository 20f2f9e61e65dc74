import { AppError } from '@wallet-service/errors';
import { expectProblem } from './expect-problem.js';
import {
  gatewayUnderTest,
  generousRates,
  operatorKey,
  secretKey,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';
import type { Received } from './http-request.js';

const allowed = 'https://app.example.com';
const preview = 'https://pr-7.preview.example.com';
const stranger = 'https://evil.example';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});

const corsOf = ({ headers }: Received) =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));
const variesByOrigin = ({ headers }: Received) => (headers.vary ?? '').split(', ').includes('Origin');

async function walletFrom(origin: string, headers: Record<string, string> = {}, on = gateway) {
  const sent = { ...userHeaders(await userToken()), origin, ...headers };
  return on.send({ method: 'POST', url: '/v2/wallet', headers: sent });
}

const asked = 'authorization,content-type,x-oidc-provider-id,x-service-api-key,x-service-chain';
const preflight = (url: string, headers: Record<string, string> = {}, on = gateway) =>
  on.send({
    method: 'OPTIONS',
    url,
    headers: {
      origin: allowed,
      'access-control-request-method': 'POST',
      'access-control-request-headers': asked,
      ...headers,
    },
  });

describe('a preflight', () => {
  const ofUsers = () => gateway.routes.filter(({ authentication }) => authentication === 'user');

  it('is answered on every Express path, without asking any service', async () => {
    expect(ofUsers().length).toBeGreaterThan(5);
    const none = await gatewayUnderTest({ answers: {} });
    for (const { path, method } of ofUsers()) {
      const answer = await preflight(path, { 'access-control-request-method': method }, none);
      expect(answer.status).toBe(204);
      expect(answer.body).toBe('');
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': allowed,
        'access-control-allow-methods': expect.stringContaining(method) as string,
        'access-control-max-age': '7200',
        vary: 'Origin, Access-Control-Request-Method, Access-Control-Request-Headers',
      });
      const names = (answer.headers['access-control-allow-headers'] ?? '').toLowerCase().split(', ');
      expect(names).toEqual(expect.arrayContaining(asked.split(',')));
      expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
    }
    expect(none.asked).toEqual([]);
  });

  it('is answered when the address has no requests left and nothing behind the gateway answers', async () => {
    const nothing = { perSecond: 0.001, burst: 1 };
    const rates = { ...generousRates, address: nothing, wallet: nothing, management: nothing };
    const on = await gatewayUnderTest({ rates, takePermit: () => Promise.reject(new Error('gone')) });
    for (let times = 0; times < 5; times += 1)
      expect((await preflight('/v2/wallet', {}, on)).status).toBe(204);
    expect(on.asked).toEqual([]);
  });

  it('allows other headers, but only names of headers', async () => {
    const more = await preflight('/v2/wallet', { 'access-control-request-headers': 'baggage, sentry-trace' });
    expect(more.headers['access-control-allow-headers']).toMatch(/, baggage, sentry-trace$/);
    for (const wrong of ['a b', 'x:y', 'a,,b', 'x'.repeat(2000), '"quoted"']) {
      const answer = await preflight('/v2/wallet', { 'access-control-request-headers': wrong });
      expect(answer.status).toBe(204);
      expect(answer.headers['access-control-allow-headers']).not.toContain(wrong);
    }
  });

  it.each(['null', 'file://', 'evil', 'https://a b'])('lets no page of origin %j in', async (origin) => {
    const answer = await preflight('/v2/wallet', { origin });
    expect([answer.status, corsOf(answer)]).toEqual([204, []]);
    expect(variesByOrigin(answer)).toBe(true);
  });

  it('opens no private network to pages of the public one', async () => {
    const answer = await preflight('/v2/wallet', { 'access-control-request-private-network': 'true' });
    expect(answer.headers['access-control-allow-private-network']).toBeUndefined();
  });

  it('is no other OPTIONS request', async () => {
    for (const headers of [{}, { origin: allowed }, { 'access-control-request-method': 'POST' }]) {
      const answer = await gateway.send({ method: 'OPTIONS', url: '/v2/wallet', headers });
      expectProblem(answer, 405, 'request.method-not-allowed');
      expect([answer.headers.allow, corsOf(answer)]).toEqual(['POST', []]);
    }
  });
});

describe('a request of a web page', () => {
  it.each([allowed, preview])('is answered for the allowed origin %s', async (origin) => {
    const answer = await walletFrom(origin);
    expect(answer.status).toBe(200);
    expect(answer.headers).toMatchObject({ 'access-control-allow-origin': origin, vary: 'Origin' });
    const exposed = answer.headers['access-control-expose-headers'];
    for (const name of ['X-Trace-Id', 'RateLimit', 'RateLimit-Policy', 'Retry-After', 'Preference-Applied'])
      expect(exposed).toContain(name);
    expect(answer.headers['access-control-allow-credentials']).toBeUndefined();
  });

  it.each([
    stranger,
    'null',
    '',
    'http://app.example.com',
    'https://app.example.com:8443',
    'https://app.example.com.evil.example',
    'https://preview.example.com',
    'https://a.b.preview.example.com',
    'https://*.preview.example.com',
    `${allowed}, ${stranger}`,
  ])('is refused for the origin %j before a token is looked at', async (origin) => {
    const before = gateway.asked.length;
    for (const headers of [{}, { authorization: 'Bearer x' }]) {
      const answer = await walletFrom(origin, headers);
      expectProblem(answer, 403, 'request.origin-not-allowed');
      expect(answer.json()).toMatchObject({
        errors: [
          { path: 'header Origin', message: expect.stringContaining('PATCH /v1/application') as string },
        ],
      });
      expect(corsOf(answer)).toEqual([]);
      expect(variesByOrigin(answer)).toBe(true);
    }
    const methods = gateway.asked.slice(before).map(({ method }) => method);
    expect(new Set(methods)).toEqual(new Set(['GetAllowedOrigins']));
  });

  it('is refused in both of two Origin headers', async () => {
    const headers = { ...userHeaders(await userToken()), origin: [allowed, allowed] };
    const answer = await gateway.send({ method: 'POST', url: '/v2/wallet', headers });
    expectProblem(answer, 403, 'request.origin-not-allowed');
  });

  it('can read why it is refused: 401, 422, 415, 413, 403 and 429', async () => {
    const on = await gatewayUnderTest();
    const token = await userToken();
    const sign = (headers: Record<string, string>, payload: unknown) =>
      on.send({
        method: 'POST',
        url: '/v2/wallet/sign/message',
        headers: { ...userHeaders(token), origin: allowed, ...headers },
        payload,
      });
    const answers = [
      await sign({ authorization: '' }, {}),
      await sign({ authorization: `Bearer ${await userToken({ exp: 1 })}` }, {}),
      await sign({ 'x-oidc-provider-id': 'other' }, {}),
      await sign({ 'x-service-chain': 'DOGE' }, {}),
      await sign({}, { message_base64: 7 }),
      await sign({ 'content-type': 'text/plain' }, 'x'),
      await sign({}, { message_base64: 'x'.repeat(200_000) }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 422, 422, 415, 413]);
    for (const answer of answers) expect(answer.headers['access-control-allow-origin']).toBe(allowed);
  });

  it('can read 429 of the application and of the address, unless its origin is known not to be allowed', async () => {
    const once = { perSecond: 0.001, burst: 2 };
    const many = { perSecond: 1e6, burst: 1e6 };
    for (const rates of [
      { ...generousRates, address: many, wallet: once, management: many },
      { ...generousRates, address: once, wallet: many, management: many },
    ]) {
      const on = await gatewayUnderTest({ rates });
      await walletFrom(allowed, {}, on);
      await walletFrom(allowed, {}, on);
      const limited = await walletFrom(allowed, {}, on);
      expect([limited.status, limited.headers['access-control-allow-origin']]).toEqual([429, allowed]);
      expect(corsOf(await walletFrom(stranger, {}, on))).toEqual([]);
    }
  });

  it('can read that its API key names no application, because that is about nobody', async () => {
    for (const headers of [{ 'x-service-api-key': 'pk_wrong' }, { 'x-service-api-key': secretKey }]) {
      const answer = await walletFrom(stranger, headers);
      expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([401, stranger]);
    }
  });

  it('is not refused when the page is the gateway’s own', async () => {
    const own = { 'sec-fetch-site': 'same-origin' };
    expect((await walletFrom(gateway.origin, own)).status).toBe(200);
    for (const site of ['same-site', 'cross-site', 'none'])
      expect((await walletFrom(gateway.origin, { 'sec-fetch-site': site })).status).toBe(403);
  });

  it('is not needed: without Origin nobody is asked about origins', async () => {
    const on = await gatewayUnderTest();
    const answer = await on.send({
      method: 'POST',
      url: '/v2/wallet',
      headers: userHeaders(await userToken()),
    });
    expect([answer.status, corsOf(answer), answer.headers.vary]).toEqual([200, [], 'Origin']);
    expect(on.asked.map(({ method }) => method)).not.toContain('GetAllowedOrigins');
  });

  it('fails when the application’s origins cannot be read', async () => {
    const on = await gatewayUnderTest({
      answers: {
        GetAllowedOrigins: () => {
          throw new AppError('service.unavailable', 'identity is down');
        },
      },
    });
    expect((await walletFrom(stranger, {}, on)).status).toBe(503);
  });

  it('asks about origins once in the time for which the answer may be used', async () => {
    const answer = { allowedOrigins: [allowed], maxStalenessMs: 60_000 };
    const on = await gatewayUnderTest({ answers: { GetAllowedOrigins: () => answer } });
    for (let times = 0; times < 3; times += 1) expect((await walletFrom(allowed, {}, on)).status).toBe(200);
    expect(on.asked.filter(({ method }) => method === 'GetAllowedOrigins')).toHaveLength(1);
  });
});

describe('Core and management', () => {
  it('answer no preflight and send no CORS headers, whatever the origin', async () => {
    const closed = gateway.routes.filter(
      ({ authentication, publicToBrowsers }) => authentication !== 'user' && !publicToBrowsers,
    );
    expect(closed.length).toBeGreaterThan(40);
    for (const { method, path } of closed) {
      const url = path.replace(/:[a-z_]+/g, 'x');
      const asking = await preflight(url, { 'access-control-request-method': method });
      expect([asking.status >= 400, corsOf(asking)]).toEqual([true, []]);
      const headers = {
        origin: allowed,
        'x-service-secret-key': secretKey,
        'x-service-operator-key': operatorKey,
      };
      expect(corsOf(await gateway.send({ method, url, headers }))).toEqual([]);
    }
  });
});

it('lets any page read attestations, which are the same for everybody', async () => {
  const url = `/v2/attestation?nonce=${'ab'.repeat(32)}`;
  const answer = await gateway.send({ method: 'GET', url, headers: { origin: stranger } });
  expect([answer.status, answer.headers['access-control-allow-origin']]).toEqual([200, '*']);
  expect((await preflight('/v2/attestation', { 'access-control-request-method': 'GET' })).status).toBe(204);
});
