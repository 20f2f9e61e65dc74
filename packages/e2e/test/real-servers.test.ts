import { existsSync } from 'node:fs';
import path from 'node:path';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { ethereumMessageVerifies } from '@wallet-service/local-stack/verify-ethereum';
import { databaseFor, type TestDatabase } from '../../postgres/test/database-for.js';
import { demoCustomer } from './http/customer.js';

// DATABASE_URL and REDIS_URL name real servers. Without redis-server on the machine the second one is left out.

const { TEST_REDIS_URL } = process.env;
const message = Buffer.from('on real servers');
let database: TestDatabase;
let stack: TestStack;

beforeAll(async () => {
  database = await databaseFor({ name: 'real_servers' });
  stack = await startTestStack({
    DATABASE_URL: database.url,
    GATEWAY_REPLICAS: '2',
    IDENTITY_REPLICAS: '2',
    POLICY_REPLICAS: '2',
    WALLET_REPLICAS: '2',
    SIGNER_REPLICAS: '2',
    ...(TEST_REDIS_URL !== undefined && { REDIS_URL: TEST_REDIS_URL }),
  });
});
afterAll(async () => {
  await stack.stop();
  await database.drop();
});

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
});
