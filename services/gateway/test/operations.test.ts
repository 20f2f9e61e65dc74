import { AppError } from '@wallet-service/errors';
import { gatewayUnderTest, secretKey, userHeaders, userToken } from './gateway-under-test.js';

const wallet = { method: 'POST', url: '/v2/wallet' } as const;

describe('the probes', () => {
  it('healthz, readyz and metrics answer without credentials', async () => {
    const gateway = await gatewayUnderTest();
    await gateway.send({ ...wallet, headers: userHeaders(await userToken()) });
    const [health, ready, metrics] = await Promise.all(
      ['/healthz', '/readyz', '/metrics'].map((url) => gateway.send({ method: 'GET', url })),
    );
    expect([health?.status, ready?.status, metrics?.status]).toEqual([200, 200, 200]);
    expect(metrics?.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(metrics?.body).toContain(
      'wallet_service_http_requests_total{method="POST",route="/v2/wallet",status="200",code="ok"} 1',
    );
  });

  // A load balancer hides /metrics from outside by comparing text.
  it.each([
    '/metrics/',
    '/%6detrics',
    '/metric%73/',
    '/metrics?x',
    '/metrics;x',
    '/metrics/?x',
    '//metrics',
    '/healthz/',
    '/%72eadyz',
  ])('has no other spelling: %s', async (url) => {
    const gateway = await gatewayUnderTest();
    const answer = await gateway.send({ method: 'GET', url });
    expect(answer.status).toBe(404);
    expect(answer.body).toContain('request.not-found');
    // The request came from outside, so it is logged like any other.
    expect(gateway.log).toHaveLength(1);
  });

  it('asks clients to reconnect once the process has been told to stop', async () => {
    let stopping = false;
    const gateway = await gatewayUnderTest({ stopping: () => stopping });
    const ask = async () => gateway.send({ ...wallet, headers: userHeaders(await userToken()) });
    const before = await ask();
    stopping = true;
    const after = await ask();
    expect([before.status, before.headers['connection']]).toEqual([200, 'keep-alive']);
    expect([after.status, after.headers['connection']]).toEqual([200, 'close']);
  });

  it('readyz says 503 while the process is not ready', async () => {
    const gateway = await gatewayUnderTest({ ready: () => false });
    expect((await gateway.send({ method: 'GET', url: '/readyz' })).status).toBe(503);
  });
});

describe('the trace id', () => {
  const id = '4bf92f3577b34da6a3ce929d0e0e4736';

  it.each<[string, Record<string, string>, string]>([
    ['comes from a W3C traceparent', { traceparent: `00-${id}-00f067aa0ba902b7-01` }, id],
    ['comes from x-trace-id', { 'x-trace-id': id }, id],
    ['is new when there is none', {}, 'f'.repeat(32)],
    ['is new when the given one is malformed', { 'x-trace-id': `${id}"}` }, 'f'.repeat(32)],
    ['is new when the given one is all zero', { 'x-trace-id': '0'.repeat(32) }, 'f'.repeat(32)],
    ['is new when the version is ff', { traceparent: `ff-${id}-00f067aa0ba902b7-01` }, 'f'.repeat(32)],
  ])('%s', async (_title, headers, expected) => {
    const gateway = await gatewayUnderTest();
    const answer = await gateway.send({ ...wallet, headers });
    expect(answer.headers['x-trace-id']).toBe(expected);
    expect(gateway.log).toMatchObject([{ traceId: expected }]);
  });
});

describe('the log', () => {
  it('has one line per request, without credentials, bodies or query strings', async () => {
    const gateway = await gatewayUnderTest({
      answers: {
        Sign: () => {
          throw new AppError('policy.denied', 'no');
        },
      },
    });
    const token = await userToken();
    const payload = { message_base64: 'dG9wIHNlY3JldA==' };
    for (const url of ['/v2/wallet/sign/message', '/v2/wallet/sign/message?note=private'])
      await gateway.send({ method: 'POST', url, headers: userHeaders(token), payload });
    await gateway.send({
      method: 'GET',
      url: '/v1/application',
      headers: { 'x-service-secret-key': secretKey },
    });
    expect(gateway.log).toMatchObject([
      {
        method: 'POST',
        route: '/v2/wallet/sign/message',
        status: 403,
        code: 'policy.denied',
        application_id: 'application-1',
      },
      { route: '/v2/wallet/sign/message', status: 422, code: 'request.invalid' },
      { method: 'GET', route: '/v1/application', status: 200, application_id: 'application-1' },
    ]);
    const text = JSON.stringify(gateway.log);
    for (const secret of [token, secretKey, payload.message_base64, 'private'])
      expect(text).not.toContain(secret);
  });

  it('names the rule that a token breaks, and the log repeats nothing of the token', async () => {
    const gateway = await gatewayUnderTest();
    const answer = await gateway.send({
      ...wallet,
      headers: userHeaders(await userToken({ aud: 'another-audience' })),
    });
    expect(answer.json()).toMatchObject({ code: 'auth.token-provider-unknown', reason: 'token-audience' });
    expect(gateway.log).toMatchObject([{ code: 'auth.token-provider-unknown', reason: 'token-audience' }]);
    expect(JSON.stringify(gateway.log)).not.toContain('another-audience');
  });
});

describe('every answer', () => {
  it.each([wallet, { method: 'GET', url: '/nothing' }, { method: 'GET', url: '/healthz' }])(
    '%j has the security headers',
    async (request) => {
      const gateway = await gatewayUnderTest();
      expect((await gateway.send(request)).headers).toMatchObject({
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'strict-transport-security': expect.any(String) as string,
        'content-security-policy': expect.stringContaining("default-src 'none'") as string,
        'x-trace-id': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      });
    },
  );
});

describe('closing', () => {
  it('finishes the request in flight', async () => {
    let finish: (value: object) => void = () => undefined;
    const gateway = await gatewayUnderTest({
      answers: {
        GetOrCreateWallet: () =>
          new Promise((resolve) => {
            finish = resolve;
          }),
      },
    });
    const pending = gateway.send({ ...wallet, headers: userHeaders(await userToken()) });
    while (!gateway.asked.some(({ method }) => method === 'GetOrCreateWallet'))
      await new Promise((resolve) => setTimeout(resolve, 5));
    const closed = gateway.app.close();
    finish({ address: '0x00', publicKey: Buffer.alloc(33) });
    expect((await pending).status).toBe(200);
    await closed;
  });
});

describe('the version 1 wallet paths', () => {
  const retiresAt = new Date('2026-07-31T00:00:00Z');

  it.each([
    ['/v1/wallet', '/v2/wallet'],
    ['/v1/wallet/', '/v2/wallet'],
    ['/v1/wallet/sign/data', '/v2/wallet/sign/data'],
    ['/v1/wallet/sign/message', '/v2/wallet/sign/message'],
    ['/v1/wallet/sign/eip7702', '/v2/wallet/sign/eip7702'],
  ])('%s names %s', async (url, successor) => {
    const gateway = await gatewayUnderTest({ retiresAt, now: () => retiresAt });
    const answer = await gateway.send({ method: 'POST', url });
    expect(answer.status).toBe(410);
    expect(answer.json()).toMatchObject({ code: 'request.version-retired', successor });
    expect(answer.headers['link']).toBe(`<${successor}>; rel="successor-version"`);
    expect(answer.headers).not.toHaveProperty('sunset');
  });

  it.each(['', '/sign_data', '/sign_message', '/sign_transaction'])(
    "/v1/api/wallet%s names its successor in Core's error format",
    async (operation) => {
      const gateway = await gatewayUnderTest({ retiresAt, now: () => retiresAt });
      const answer = await gateway.send({ method: 'POST', url: `/v1/api/wallet${operation}` });
      expect(answer.status).toBe(410);
      const successor = `/v2/api/wallet${operation}`;
      expect(answer.json()).toMatchObject({ error: { code: 'VERSION_RETIRED', details: { successor } } });
      expect(answer.headers['link']).toBe(`<${successor}>; rel="successor-version"`);
    },
  );

  it('announce their end until the date of their removal', async () => {
    const now = () => new Date(retiresAt.getTime() - 1);
    const gateway = await gatewayUnderTest({ retiresAt, now });
    const answer = await gateway.send({ method: 'POST', url: '/v1/wallet' });
    expect(answer.status).toBe(410);
    expect(answer.headers).toMatchObject({
      deprecation: '@1785456000',
      sunset: 'Fri, 31 Jul 2026 00:00:00 GMT',
    });
  });
});
