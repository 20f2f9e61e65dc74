import { AppError } from '@wallet-service/errors';
import { expectProblem } from './expect-problem.js';
import {
  gatewayUnderTest,
  operatorKey,
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

const hash = `0x${'ab'.repeat(32)}`;

describe('a body that is not JSON, or not declared as JSON', () => {
  const url = '/v2/wallet/sign/data';
  const good = JSON.stringify({ raw_data_hash: hash });

  it.each<[string, number, string]>([
    ['{', 400, 'request.malformed'],
    ['', 422, 'request.invalid'],
    ['\ufeff' + good, 400, 'request.malformed'],
    [`{"raw_data_hash":"${hash}","raw_data_hash":"${hash}"}`, 400, 'request.malformed'],
    ['{"__proto__":{}}', 400, 'request.malformed'],
    ['['.repeat(30_000) + ']'.repeat(30_000), 400, 'request.malformed'],
    [' '.repeat(131_073), 413, 'request.too-large'],
    ['"text"', 422, 'request.invalid'],
    ['null', 422, 'request.invalid'],
  ])('%.20j is answered with %d %s', async (payload, status, code) => {
    const answer = await gateway.send({ method: 'POST', url, headers: userHeaders(token), payload });
    expectProblem(answer, status, code);
  });

  it('a duplicate key and a number beyond 2^53 are named in the error', async () => {
    const body = '{"chain_id":1,"address":"x","nonce":9007199254740993}';
    const headers = userHeaders(token);
    const answer = await gateway.send({
      method: 'POST',
      url: '/v2/wallet/sign/eip7702',
      headers,
      payload: body,
    });
    expect(expectProblem(answer, 400, 'request.malformed').errors?.[0]?.path).toBe('/nonce');
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/problem+json',
    'application/json; charset=utf-16',
    'application/json\ta',
    'application/jsonx',
    'multipart/form-data; boundary=x',
    '',
  ])('the content type %j is refused', async (contentType) => {
    const headers = { ...userHeaders(token), 'content-type': contentType };
    const answer = await gateway.send({ method: 'POST', url, headers, payload: good });
    expectProblem(answer, 415, 'request.unsupported-media-type');
  });

  it('a compressed body is refused', async () => {
    const headers = { ...userHeaders(token), 'content-encoding': 'gzip' };
    const answer = await gateway.send({ method: 'POST', url, headers, payload: good });
    expectProblem(answer, 415, 'request.unsupported-media-type');
  });

  it.each(['application/json', 'Application/JSON', 'application/json; charset=UTF-8'])(
    'the content type %j is accepted',
    async (contentType) => {
      const headers = { ...userHeaders(token), 'content-type': contentType };
      expect((await gateway.send({ method: 'POST', url, headers, payload: good })).status).toBe(200);
    },
  );
});

describe('a caller without authentication', () => {
  const userRoutes = ['', '/sign/data', '/sign/message', '/sign/eip7702'].map((path) => `/v2/wallet${path}`);

  it.each(userRoutes)('POST %s without credentials is refused before its body is read', async (url) => {
    const payload = '{'.repeat(1000);
    const headers = { 'content-type': 'application/json' };
    const answer = await gateway.send({ method: 'POST', url, headers, payload });
    expectProblem(answer, 401, 'auth.api-key-invalid');
  });

  it('learns that a secret key is no API key, and that it may have leaked', async () => {
    const headers = { ...userHeaders(token), 'x-service-api-key': secretKey };
    const answer = await gateway.send({ method: 'POST', url: '/v2/wallet', headers });
    expectProblem(answer, 401, 'auth.api-key-invalid');
    expect(answer.body).toContain('is a secret key. Send the API key');
    expect(answer.body).not.toContain(secretKey);
  });

  it.each<[string, string | undefined, string, string | RegExp]>([
    ['authorization', undefined, 'auth.token-missing', 'Bearer'],
    ['authorization', 'Basic dXNlcjpwYXNz', 'auth.token-missing', 'Bearer'],
    ['authorization', 'Bearer', 'auth.token-missing', 'Bearer'],
    ['authorization', 'Bearer a.b.c', 'auth.token-invalid', /^Bearer error="invalid_token"/],
    ['x-service-api-key', undefined, 'auth.api-key-invalid', /X-Service-API-Key/],
    ['x-service-api-key', 'pk_other', 'auth.api-key-invalid', /X-Service-API-Key/],
    ['x-service-api-key', 'x'.repeat(257), 'auth.api-key-invalid', /X-Service-API-Key/],
    ['x-oidc-provider-id', undefined, 'auth.provider-invalid', 'Bearer'],
    ['x-oidc-provider-id', 'other', 'auth.provider-invalid', 'Bearer'],
  ])('header %s as %.20j: %s', async (name, value, code, challenge) => {
    const answer = await gateway.send({
      method: 'POST',
      url: '/v2/wallet',
      headers: Object.fromEntries(
        Object.entries({ ...userHeaders(token), [name]: value }).filter(([, text]) => text !== undefined),
      ) as Record<string, string>,
    });
    expectProblem(answer, 401, code);
    expect(answer.headers['www-authenticate']).toEqual(
      typeof challenge === 'string' ? challenge : expect.stringMatching(challenge),
    );
  });

  it.each([
    ['GET', '/v1/identity/provider'],
    ['POST', '/v1/identity/provider'],
    ['GET', '/v1/identity/provider/provider-1'],
    ['GET', '/v1/identity/provider/provider-1/status'],
    ['PATCH', '/v1/identity/provider/provider-1'],
    ['DELETE', '/v1/identity/provider/provider-1'],
    ['GET', '/v1/application'],
    ['PATCH', '/v1/application'],
  ])('%s %s needs a secret key', async (method, url) => {
    for (const headers of [
      {},
      { 'x-service-secret-key': 'sk_other' },
      { 'x-service-operator-key': operatorKey },
    ]) {
      const answer = await gateway.send({ method, url, headers: headers });
      expectProblem(answer, 401, 'auth.secret-key-invalid');
      expect(answer.headers['www-authenticate']).toBe('ApiKey header="X-Service-Secret-Key"');
    }
  });

  it.each([
    ['GET', '/v1/admin/application'],
    ['POST', '/v1/admin/application'],
    ['GET', '/v1/admin/application/a'],
    ['PATCH', '/v1/admin/application/a'],
    ['GET', '/v1/admin/application/a/secret_key'],
    ['POST', '/v1/admin/application/a/secret_key'],
    ['PATCH', '/v1/admin/application/a/secret_key/b'],
    ['DELETE', '/v1/admin/application/a/secret_key/b'],
  ])('%s %s needs the operator key', async (method, url) => {
    for (const headers of [
      {},
      { 'x-service-operator-key': secretKey },
      { 'x-service-secret-key': secretKey },
    ]) {
      const answer = await gateway.send({ method, url, headers: headers });
      expectProblem(answer, 401, 'auth.operator-key-invalid');
    }
  });
});

describe('a path or method that does not exist', () => {
  it.each([
    '/',
    '/v2',
    '/v3/wallet',
    '/v2/wallet/sign',
    '/v1/identity/provider/a/b',
    '/V2/WALLET',
    '//v2/wallet',
  ])('POST %s is 404', async (url) => {
    expectProblem(await gateway.send({ method: 'POST', url }), 404, 'request.not-found');
  });

  it.each([
    ['GET', '/v2/wallet', 'POST'],
    ['PUT', '/v2/wallet/sign/data?x=1', 'POST'],
    ['DELETE', '/v1/identity/provider', 'POST, GET, HEAD'],
    ['PUT', '/v1/identity/provider/x/', 'GET, HEAD, PATCH, DELETE'],
    ['PROPFIND', '/v1/application', 'GET, HEAD, PATCH'],
    ['OPTIONS', '/v2/wallet', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
  ])('%s %s is 405 and names %s', async (method, url, allow) => {
    const answer = await gateway.send({ method, url });
    expectProblem(answer, 405, 'request.method-not-allowed');
    expect(answer.headers.allow).toBe(allow);
  });

  it.each(['/v2/wallet/%zz', '/%', '/v1/identity/provider/%ff'])(
    'the broken path %s is 400 or 404',
    async (url) => {
      const answer = await gateway.send({ method: 'GET', url });
      expect([400, 401, 404]).toContain(answer.status);
      expect(answer.headers['content-type']).toMatch(/problem\+json/);
    },
  );

  it("an unknown path of Core or pre-generation is answered in that interface's error format", async () => {
    const core = await gateway.send({ method: 'GET', url: '/v1/api/nothing' });
    expect(core.json()).toMatchObject({
      error: { code: 'REQUEST_NOT_FOUND', message: expect.any(String) as string },
    });
    const pregeneration = await gateway.send({ method: 'GET', url: '/v1/admin/pregen/nothing' });
    expect(pregeneration.json()).toEqual({ error: expect.any(String) as string, status: 'error' });
  });
});

describe('a refusal by another service', () => {
  it.each<[string, number, AppError | Error]>([
    ['provider.not-trusted-yet', 409, new AppError('provider.not-trusted-yet', 'not yet')],
    ['policy.denied', 403, new AppError('policy.denied', 'no', { details: { policy_id: 'p', rule: 'r' } })],
    ['service.unavailable', 503, new AppError('service.unavailable', 'gone', { retryAfterSeconds: 3 })],
    ['service.deadline-exceeded', 504, new AppError('service.deadline-exceeded', 'late')],
    ['wallet.record-corrupt', 500, new AppError('wallet.record-corrupt', 'secret detail')],
    ['internal', 500, new Error('secret detail')],
  ])('%s becomes %d', async (code, status, failure) => {
    const failing = await gatewayUnderTest({
      answers: {
        Sign: () => {
          throw failure;
        },
      },
    });
    const answer = await failing.send({
      method: 'POST',
      url: '/v2/wallet/sign/data',
      headers: userHeaders(token),
      payload: { raw_data_hash: hash },
    });
    const problem = expectProblem(answer, status, code);
    expect(answer.body).not.toContain('secret detail');
    if (failure instanceof AppError) expect(problem).toMatchObject(status === 500 ? {} : failure.details);
    if (status === 503) expect(answer.headers['retry-after']).toBe('3');
  });

  it('a missing second factor is answered with the RFC 9470 challenge', async () => {
    const failing = await gatewayUnderTest({
      answers: {
        Sign: () => {
          throw new AppError('auth.mfa-required', 'a second factor is needed', {
            details: { max_age: 900, acr_values: ['urn:phr', 'urn:mfa'] },
          });
        },
      },
    });
    const answer = await failing.send({
      method: 'POST',
      url: '/v2/wallet/sign/data',
      headers: userHeaders(token),
      payload: { raw_data_hash: hash },
    });
    expectProblem(answer, 401, 'auth.mfa-required');
    expect(answer.headers['www-authenticate']).toBe(
      'Bearer error="insufficient_user_authentication", error_description="a second factor is ' +
        'needed", acr_values="urn:phr urn:mfa", max_age=900',
    );
  });
});
