import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startRedisProgram, type RedisServer } from '@wallet-service/chaos/redis-server';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { expectJson, requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import type { TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { ownStack } from './stacks.js';

// Limits that two gateways share through a real Redis behind a sentinel, and what becomes of each use of Redis during a
// failover, and without any Redis.
// Gateways trust the test's statement of addresses, so that each test has its own address.

const withRedis = process.env['TEST_REDIS_URL'] === undefined ? describe.skip : describe;

withRedis('two gateways and two wallets on Redis behind a sentinel', () => {
  const perSecond = 10;
  const burst = 30;
  const folder = mkdtempSync(path.join(tmpdir(), 'redis-loss-'));
  let primary: RedisServer;
  let replica: RedisServer;
  let sentinel: RedisServer;
  let stack: TestStack;
  let client: ExpressClient;
  let token: string;

  beforeAll(async () => {
    primary = await startRedisProgram({ folder });
    replica = await startRedisProgram({ folder, settings: [`replicaof 127.0.0.1 ${primary.port}`] });
    sentinel = await startRedisProgram({
      folder,
      kind: 'sentinel',
      settings: [
        `sentinel monitor main 127.0.0.1 ${primary.port} 1`,
        'sentinel down-after-milliseconds main 500',
        'sentinel failover-timeout main 2000',
      ],
    });
    await sentinel.ask('SENTINEL DEBUG info-period 200 ping-period 100');
    await until('the sentinel to know the replica', async () =>
      (await sentinel.ask('SENTINEL REPLICAS main')).includes(`127.0.0.1:${replica.port}`),
    );
    stack = await ownStack({
      REDIS_URL: `redis+sentinel://127.0.0.1:${sentinel.port}/main`,
      GATEWAY_REPLICAS: '2',
      WALLET_REPLICAS: '2',
      TRUST_PROXY: '127.0.0.1',
      RATE_LIMIT_ADDRESS_PER_SECOND: String(perSecond),
      RATE_LIMIT_ADDRESS_BURST: String(burst),
      RATE_LIMIT_WALLET_PER_SECOND: String(perSecond),
      RATE_LIMIT_WALLET_BURST: String(burst),
    });
    client = createExpressClient(stack.stack);
    token = await client.token('redis');
  });
  afterAll(async () => {
    await stack.stop();
    await Promise.all([primary, replica, sentinel].map((each) => each.end()));
    rmSync(folder, { recursive: true });
  });

  let addresses = 0;
  const newAddress = (): string => `198.51.100.${++addresses}`;
  const management = () => ({
    'x-service-secret-key': stack.stack.app.secret_key,
    'x-forwarded-for': newAddress(),
  });
  async function jwtMode(mode: 'observe' | 'single_payload'): Promise<void> {
    const request = { method: 'PATCH', headers: management(), body: { op_jwt_mode: mode } } as const;
    await expectJson(`${stack.expressUrl}/v1/application`, request);
  }
  // A new token, because single_payload allows the first use of a token.
  const sign = async (gateway = 0, by?: string, message = 'hello'): Promise<JsonAnswer> =>
    requestJson(`${stack.gatewayUrls[gateway] ?? ''}/v2/wallet/sign/message`, {
      method: 'POST',
      headers: {
        ...client.headers(by ?? (await client.token('redis')), 'ETH'),
        'x-forwarded-for': newAddress(),
      },
      body: { message_base64: Buffer.from(message).toString('base64') },
    });
  const bothSign = () =>
    until('single_payload to be accepted', async () => {
      for (const gateway of [0, 1]) if ((await sign(gateway)).status !== 200) return false;
      return true;
    });

  /**
   * Sends requests to both gateways alternately, some at once. All at once would keep the gateways from Redis's
   * answers. `most`: what one limit for both allows in the time that it took.
   */
  async function flood(headers: () => Record<string, string>) {
    const startedAt = performance.now();
    const answers: JsonAnswer[] = [];
    let sent = 0;
    const sender = async (): Promise<void> => {
      while (sent < 120) {
        const url = stack.gatewayUrls[sent++ % 2] ?? '';
        answers.push(await requestJson(`${url}/v2/wallet`, { method: 'POST', headers: headers() }));
      }
    };
    await Promise.all(Array.from({ length: 12 }, sender));
    const busy = answers.filter(({ status }) => status === 429);
    // A busy gateway may refuse for that reason, too, what the limit has allowed.
    const refused = busy.filter(({ body }) => JSON.stringify(body).includes('too many requests of this'));
    const seconds = (performance.now() - startedAt) / 1000;
    return {
      passed: answers.length - busy.length,
      letThrough: answers.length - refused.length,
      refused,
      most: burst + Math.ceil(perSecond * seconds),
    };
  }
  /** A gateway limits alone for a second after a call that a busy machine made too slow. Then it floods again. */
  const sharedFlood = (headers: () => Record<string, string>) =>
    until('a flood that both limit together', async () => {
      const before = await unshared();
      const result = await flood(headers);
      if (String(await unshared()) === String(before)) return result;
      await refilled();
      return undefined;
    });
  const ofUser = () => ({ ...client.headers(token, 'ETH'), 'x-forwarded-for': newAddress() });
  /** How often each gateway limited alone. */
  const unshared = () =>
    Promise.all(
      stack.gatewayUrls.map(async (url) => {
        const { body } = await requestJson(`${url}/metrics`);
        const [, count = '0'] =
          /^wallet_service_rate_limit_unshared_total\{[^}]*\} (\d+)/m.exec(String(body)) ?? [];
        return Number(count);
      }),
    );
  const refilled = () => sleep((burst / perSecond) * 1000);

  it('both together let an application do what its limit says, and say when to come again', async () => {
    const { passed, letThrough, refused, most } = await sharedFlood(ofUser);
    expect(letThrough).toBeGreaterThanOrEqual(burst - 2);
    expect(passed).toBeLessThanOrEqual(most);
    for (const { headers, body } of refused) {
      expect(body).toMatchObject({ code: 'request.rate-limited' });
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
      expect(headers.get('ratelimit')).toMatch(/^"application";r=0;t=\d+$/);
      expect(headers.get('ratelimit-policy')).toBe(`"application";q=${perSecond};w=1;burst=${burst}`);
    }
  });

  it('both together let an address do what its limit says, whatever user it names', async () => {
    const address = newAddress();
    const { passed, letThrough, refused, most } = await sharedFlood(() => ({ 'x-forwarded-for': address }));
    expect(letThrough).toBeGreaterThanOrEqual(burst);
    expect(passed).toBeLessThanOrEqual(most);
    expect(refused[0]?.headers.get('ratelimit')).toMatch(/^"address";r=0;t=\d+$/);
  });

  it('a failover keeps what was replicated; until then single_payload is refused, and others sign', async () => {
    await refilled();
    const pinned = await client.token('redis');
    expect(await sign(0, pinned)).toMatchObject({ status: 200 });
    await until('the replica to have the pin', async () =>
      (await replica.ask('KEYS wallet:*')).includes('wallet:'),
    );
    // So that the failover begins when this test has seen what is true before it.
    await sentinel.ask('SENTINEL SET main down-after-milliseconds 600000');
    await primary.end();
    for (const gateway of [0, 1]) expect(await sign(gateway)).toMatchObject({ status: 200 });
    await jwtMode('single_payload');
    for (const gateway of [0, 1])
      expect(await sign(gateway)).toMatchObject({ status: 503, body: { code: 'service.unavailable' } });
    await sentinel.ask('SENTINEL SET main down-after-milliseconds 500');
    await bothSign();
    expect(await sign(1, pinned, 'another')).toMatchObject({
      body: { code: 'wallet.token-already-used' },
    });
    await jwtMode('observe');
    expect(await replica.ask('ROLE')).toContain('master');
  });

  it('without Redis each limits separately, and both count it', async () => {
    await refilled();
    await replica.end();
    const { passed, letThrough, refused, most } = await flood(ofUser);
    expect(letThrough).toBeGreaterThanOrEqual(2 * burst);
    expect(passed).toBeLessThanOrEqual(2 * most);
    expect(refused.length).toBeGreaterThan(0);
    for (const count of await unshared()) expect(count).toBeGreaterThan(0);
  });

  it('without Redis, tokens that may be used for one payload are refused, and the others work', async () => {
    await refilled();
    expect(await sign()).toMatchObject({ status: 200 });
    await jwtMode('single_payload');
    for (const gateway of [0, 1])
      expect(await sign(gateway)).toMatchObject({ status: 503, body: { code: 'service.unavailable' } });
    expect(
      (await requestJson(`${stack.expressUrl}/v2/wallet`, { method: 'POST', headers: ofUser() })).status,
    ).toBe(200);
  });

  it('when Redis is back, empty, limits are shared and such tokens work again without a restart', async () => {
    await replica.start();
    await bothSign();
    await jwtMode('observe');
    await refilled();
    const { passed, most } = await sharedFlood(ofUser);
    expect(passed).toBeLessThanOrEqual(most);
  });
});
