import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startPgBouncer, type PgBouncer } from '@wallet-service/chaos';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { ethereumMessageVerifies } from '@wallet-service/local-stack/verify-ethereum';
import { createPool, inTransaction } from '@wallet-service/postgres';
import { until } from '@wallet-service/test-kit/until';
import { startReceiver, verify, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { databaseFor, type TestDatabase } from '../../postgres/test/database-for.js';
import { demoCustomer } from './http/customer.js';

// DATABASE_URL and REDIS_URL name real servers. Postgres is behind a PgBouncer that gives connections by transaction,
// for migrations too, and all replicas start at once. What the machine lacks is left out.

const { TEST_REDIS_URL } = process.env;
const logger = { info: () => undefined, warn: () => undefined };
const message = Buffer.from('on real servers');
const folder = mkdtempSync(path.join(tmpdir(), 'real-servers-'));
let database: TestDatabase;
let pooler: PgBouncer | undefined;
let receiver: Receiver;
let stack: TestStack;

beforeAll(async () => {
  database = await databaseFor({ name: 'real_servers' });
  pooler = await startPgBouncer(path.join(folder, 'pooler'), database.url);
  receiver = await startReceiver();
  stack = await startTestStack({
    DATABASE_URL: pooler?.url ?? database.url,
    GATEWAY_REPLICAS: '2',
    IDENTITY_REPLICAS: '2',
    POLICY_REPLICAS: '2',
    WALLET_REPLICAS: '2',
    SIGNER_REPLICAS: '2',
    WEBHOOKS_REPLICAS: '2',
    WEBHOOK_POLL_MS: '250',
    ...(TEST_REDIS_URL !== undefined && { REDIS_URL: TEST_REDIS_URL }),
  });
});
afterAll(async () => {
  await stack.stop();
  await receiver.close();
  await pooler?.end();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/** The URL of a service's role, as the stack made it. */
function urlOf(service: 'wallet' | 'webhooks'): string {
  const file = path.join(stack.dataDir, 'secrets', 'database-passwords.json');
  const passwords = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const url = new URL(stack.databaseUrl);
  url.username = `${url.pathname.slice(1)}_${service}`;
  url.password = passwords[service] ?? '';
  return url.href;
}

/** A machine that has too much to do may answer that it is busy. Any other failure is one. */
function patiently<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  return until('an answer', async () => {
    try {
      return await ask();
    } catch (error) {
      if (/ answered (429|503|504): /.test(String(error))) return undefined;
      throw error;
    }
  }) as Promise<Answer>;
}

describe('the stack on real servers', () => {
  it('starts no Postgres', () => {
    expect(existsSync(path.join(stack.dataDir, 'postgres'))).toBe(false);
  });

  it('gives a user the same wallet and valid signatures over two replicas of everything', async () => {
    const clients = stack.gatewayUrls.map((url) => createExpressClient(stack.stack, url));
    const over = (index: number): ExpressClient => clients[index % 2] ?? createExpressClient(stack.stack);
    const token = await over(0).token('alice');
    const addresses = await Promise.all(
      Array.from({ length: 20 }, (_, index) => over(index).wallet(token, 'ETH')),
    );
    expect(new Set(addresses).size).toBe(1);
    const signatures = await Promise.all(
      Array.from({ length: 20 }, (_, index) => over(index).signMessage(token, 'ETH', message)),
    );
    for (const signed of signatures) {
      expect(await ethereumMessageVerifies(addresses[0] ?? '', message, signed.signature)).toBe(true);
    }
  });

  it('answers 64 clients at once, and delivers what they did', async () => {
    const { succeed } = demoCustomer(stack.stack);
    const { secret } = await succeed<{ secret: string }>('POST', '/v1/webhook', { url: receiver.url() });
    const client = createExpressClient(stack.stack);
    const users = Array.from({ length: 64 }, (_, index) => `user-${index}`);
    await Promise.all(
      users.map(async (user) => {
        const token = await client.token(user);
        const address = await patiently(() => client.wallet(token, 'ETH'));
        const { signature } = await patiently(() => client.signMessage(token, 'ETH', message));
        expect(await ethereumMessageVerifies(address, message, signature)).toBe(true);
      }),
    );
    const received = await receiver.until(2 * users.length);
    for (const one of received) expect(() => verify(secret, one)).not.toThrow();
  });

  it('brings a new provider to every signer within two seconds', async () => {
    const { succeed } = demoCustomer(stack.stack);
    const path = '/v1/identity/provider';
    const { issuer, audience } = stack.stack.demo_provider;
    const [known] = await succeed<[{ id: string; jwks_uri: string }]>('GET', path);
    await succeed('DELETE', `${path}/${known.id}`);
    const again = { issuer, audience, jwks_uri: known.jwks_uri };
    const created = await succeed<{ id: string }>('POST', path, again);
    const provider = { ...stack.stack.demo_provider, id: created.id };
    const client = createExpressClient({ ...stack.stack, demo_provider: provider });
    const token = await client.token('bob');
    const startedAt = Date.now();
    // No retry: a request that comes before the bundle waits for it.
    await client.wallet(token, 'BTC');
    expect(Date.now() - startedAt).toBeLessThan(3_500);
  });

  it('ends what takes longer than the time limits of the role', async () => {
    const pool = createPool({ url: urlOf('wallet'), max: 2, logger, applicationName: 'test', patient: true });
    const client = await pool.connect();
    const errors: Error[] = [];
    client.on('error', (error) => errors.push(error));
    await client.query('begin');
    await expect(pool.query('select pg_sleep(60)')).rejects.toMatchObject({ code: '57014' });
    const [error] = await until('the transaction is ended', () => errors.length > 0 && errors);
    // Postgres says why. PgBouncer may say only that the server is gone.
    expect(['25P03', '08P01']).toContain((error as { code?: string }).code);
    client.release(true);
    await pool.end();
  });

  it('leaves nothing on the connections that others get', async () => {
    const pool = createPool({ url: urlOf('webhooks'), max: 4, logger, applicationName: 'test' });
    const sessions = await Promise.all(
      Array.from({ length: 4 }, () =>
        inTransaction(pool, async (client) => {
          await client.query('select pg_sleep(0.2)');
          const { rows } = await client.query(
            `select (select count(*) from pg_listening_channels()) as channels,
               (select count(*) from pg_prepared_statements where name <> '') as statements,
               (select count(*) from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks,
               current_setting('app.application_id', true) as application`,
          );
          return rows[0] as unknown;
        }),
      ),
    );
    await pool.end();
    for (const session of sessions)
      expect(session).toEqual({ channels: 0n, statements: 0n, locks: 0n, application: '' });
    expect(pooler?.log() ?? '').not.toMatch(
      /prepared statement|unsupported startup|when not linked|no more connections/,
    );
  });
});
