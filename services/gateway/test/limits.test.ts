import { once } from 'node:events';
import { connect } from 'node:net';
import { StoreUnavailableError } from '@wallet-service/redis';
import {
  gatewayUnderTest,
  generousRates,
  honestAnswers,
  secretKey,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';

const wallet = { method: 'POST', url: '/v2/wallet' } as const;

describe('rate limits', () => {
  const start = new Date();
  let nowMs = start.getTime();
  const limited = (rates: object) =>
    gatewayUnderTest({ rates: { ...generousRates, ...rates }, now: () => new Date(nowMs) });

  it('an address that asks too often must wait, before its credentials are checked', async () => {
    const gateway = await limited({ address: { perSecond: 1, burst: 2 } });
    const answers = [];
    for (let i = 0; i < 3; i += 1) answers.push(await gateway.send(wallet));
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 429]);
    expect(answers[2]?.json()).toMatchObject({ code: 'request.rate-limited' });
    expect(answers[2]?.headers).toMatchObject({
      'retry-after': '1',
      ratelimit: '"address";r=0;t=2',
      'ratelimit-policy': '"address";q=1;w=1;burst=2',
    });
    nowMs += 1000;
    expect((await gateway.send(wallet)).status).toBe(401);
  });

  it('an application that asks too often must wait, but only for that kind of request', async () => {
    const gateway = await limited({ wallet: { perSecond: 5, burst: 1 } });
    const headers = userHeaders(await userToken());
    expect((await gateway.send({ ...wallet, headers })).status).toBe(200);
    expect((await gateway.send({ ...wallet, headers })).status).toBe(429);
    const management = { 'x-service-secret-key': secretKey };
    expect((await gateway.send({ method: 'GET', url: '/v1/application', headers: management })).status).toBe(
      200,
    );
  });

  it("only a trusted proxy may name the client's address", async () => {
    const rates = { ...generousRates, address: { perSecond: 1, burst: 1 } };
    const from = (ip: string) => ({ ...wallet, headers: { 'x-forwarded-for': ip } });
    const behindProxy = await gatewayUnderTest({ rates, trustedProxies: ['127.0.0.1'] });
    const direct = await gatewayUnderTest({ rates });
    const statuses = async ({ send }: GatewayUnderTest) => [
      (await send(from('192.0.2.1'))).status,
      (await send(from('192.0.2.2'))).status,
      (await send(from('192.0.2.2'))).status,
    ];
    expect(await statuses(behindProxy)).toEqual([401, 401, 429]);
    expect(await statuses(direct)).toEqual([401, 429, 429]);
  });

  it('an address that signs in too often must wait, and may do everything else', async () => {
    const gateway = await limited({ 'sign-in': { perSecond: 1, burst: 1 } });
    const payload = JSON.stringify({ passkey: {} });
    const headers = { 'content-type': 'application/json' };
    const signIn = { method: 'POST', url: '/v1/session', headers, payload } as const;
    const refused = { status: 429, body: expect.stringContaining('too many sign-ins') as string };
    const inSession = { 'x-service-session': 'ses_any' };
    expect((await gateway.send(signIn)).status).toBe(201);
    expect(await gateway.send(signIn)).toMatchObject(refused);
    for (const url of [
      '/v1/session/challenge',
      '/v1/invitation/challenge',
      '/v1/invitation/accept',
      '/v1/session/step_up/challenge',
      '/v1/session/step_up',
    ])
      expect(await gateway.send({ method: 'POST', url, headers: inSession })).toMatchObject(refused);
    expect((await gateway.send({ method: 'GET', url: '/v1/session', headers: inSession })).status).toBe(200);
    nowMs += 1000;
    expect((await gateway.send(signIn)).status).toBe(201);
  });

  it('an answer shows both limits', async () => {
    const gateway = await limited({
      address: { perSecond: 7, burst: 9 },
      wallet: { perSecond: 5, burst: 6 },
    });
    // The gateway's clock stands still here. On a slow machine a new token would lie in its future.
    const iat = Math.floor(start.getTime() / 1000);
    const token = await userToken({ iat, exp: iat + 300 });
    const answer = await gateway.send({ ...wallet, headers: userHeaders(token) });
    expect(answer.headers).toMatchObject({
      ratelimit: '"address";r=8;t=1, "application";r=5;t=1',
      'ratelimit-policy': '"address";q=7;w=1;burst=9, "application";q=5;w=1;burst=6',
    });
  });
});

describe('while the store that gateways share is down', () => {
  const gone = () => Promise.reject(new StoreUnavailableError('Redis is gone'));

  it('each gateway limits by itself, and counts', async () => {
    let nowMs = Date.now();
    const gateway = await gatewayUnderTest({
      rates: { ...generousRates, wallet: { perSecond: 1, burst: 2 } },
      takePermit: gone,
      now: () => new Date(nowMs),
    });
    const headers = userHeaders(await userToken());
    const statuses = [];
    for (let i = 0; i < 4; i += 1) statuses.push((await gateway.send({ ...wallet, headers })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
    expect(await gateway.registry.metrics()).toContain('wallet_service_rate_limit_unshared_total 8');
    nowMs += 1001;
    expect((await gateway.send({ ...wallet, headers })).status).toBe(200);
  });

  it('lets requests through when its own memory is full: a flood of addresses must not stop signing', async () => {
    const gateway = await gatewayUnderTest({ takePermit: gone, takeOwnPermit: gone });
    const answer = await gateway.send({ ...wallet, headers: userHeaders(await userToken()) });
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('ratelimit');
  });
});

describe('shares', () => {
  const read = {
    method: 'GET',
    url: '/v1/application',
    headers: { 'x-service-secret-key': secretKey },
  } as const;
  const refusedOf = async ({ registry }: GatewayUnderTest, of: string) =>
    Number(new RegExp(`share_refused_total{of="${of}"} (\\d+)`).exec(await registry.metrics())?.[1]);

  it('of an address: a request that waits too long behind its other requests gets a 429, and is counted', async () => {
    let open = (): void => undefined;
    const opened = new Promise<void>((resolve) => (open = resolve));
    const honest = honestAnswers['AuthenticateSecretKey'];
    const gateway = await gatewayUnderTest({
      answers: { AuthenticateSecretKey: (request) => opened.then(() => honest?.(request)) },
    });
    expect(await refusedOf(gateway, 'address')).toBe(0);
    const answers = Array.from({ length: 40 }, () => gateway.send(read));
    expect((await Promise.race(answers)).status).toBe(429);
    open();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    const refused = statuses.filter((status) => status === 429).length;
    expect(statuses.filter((status) => status === 200)).toHaveLength(statuses.length - refused);
    expect(await refusedOf(gateway, 'address')).toBe(refused);
  });

  it('of claims: made-up API keys have one together, also after a route that does not look at them', async () => {
    const gateway = await gatewayUnderTest();
    const own = { 'x-service-secret-key': secretKey };
    const users = userHeaders(await userToken());
    const madeUp = Array.from({ length: 150 }, (_, index) => ({ 'x-service-api-key': `pk_${index}` }));
    for (const key of madeUp)
      expect(
        (await gateway.send({ method: 'GET', url: '/v1/application', headers: { ...own, ...key } })).status,
      ).toBe(200);
    const startedAt = performance.now();
    const answers = await Promise.all(
      madeUp.map((key) => gateway.send({ ...wallet, headers: { ...users, ...key } })),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    // Four milliseconds for each refusal, while others at the address are active.
    expect(performance.now() - startedAt).toBeGreaterThan(500);
  });
});

describe('what Node refuses before it has a request', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await gatewayUnderTest();
  });

  async function raw(text: string): Promise<string> {
    const socket = connect(Number(new URL(gateway.origin).port), '127.0.0.1');
    socket.write(text);
    const chunks: Buffer[] = [];
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    await once(socket, 'close');
    return Buffer.concat(chunks).toString();
  }

  it('headers of more than 32 KiB are answered with 431', async () => {
    const answer = await raw(`GET /healthz HTTP/1.1\r\nhost: x\r\nx-big: ${'x'.repeat(33_000)}\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toMatch(/"code":"request.headers-too-large"/);
  });

  it('something that is not HTTP is answered with 400', async () => {
    expect(await raw('hello\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 [^]*"code":"request.malformed"/);
  });

  it('a request that never ends is answered with 408', async () => {
    const answer = await raw('POST /v2/wallet HTTP/1.1\r\nhost: x\r\ncontent-le');
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*"code":"request.too-slow"/);
  });

  it('a body that is larger than 128 KiB is answered with 413, and not read to the end', async () => {
    const answer = await gateway.send({
      ...wallet,
      headers: userHeaders(await userToken()),
      payload: Buffer.alloc(131_073, 0x20),
    });
    expect(answer.status).toBe(413);
    expect(answer.json()).toMatchObject({ code: 'request.too-large' });
  });
});
