import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { until, untilItSucceeds } from '@wallet-service/test-kit/until';
import {
  applicationUnderTest,
  idempotencyOf,
  call,
  type ApplicationUnderTest,
} from './application-under-test.js';
import { realSuite, type RealSuite } from './real-suite.js';

// kill -9 in the middle of the work. No wallet may be half made or made twice, and the journal must report each once.

let suite: RealSuite;
let app: ApplicationUnderTest;
let owner: pg.Client;

beforeAll(async () => {
  suite = await realSuite('wallet_crashes');
  await Promise.all([suite.startPolicy(), suite.startSigner()]);
  const applicationId = randomUUID();
  await suite.startWallet(1);
  app = applicationUnderTest(suite, suite.client(1), applicationId, 1);
  suite.trust([applicationId]);
  owner = new pg.Client({ connectionString: suite.database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await suite.stop();
});

async function answered(): Promise<number> {
  const { rows } = await owner.query<{ answered: string }>(
    'select count(sealed_answer) as answered from wallet.idempotency_keys',
  );
  return Number(rows[0]?.answered);
}

it('creates one wallet for one idempotency key, however often the service is killed', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `key-${index}`);
  for (let round = 0; round < 4; round++) {
    const victim = await suite.startWallet(0);
    const client = suite.client(0);
    await client.call('ListWallets', { applicationId: app.applicationId }, call);
    const asking = Promise.allSettled(
      keys.map((key) =>
        client.call(
          'CreateWallet',
          {
            user: app.user('alice'),
            network: 'ETH_MAINNET',
            recoverable: false,
            idempotency: idempotencyOf(key),
          },
          { ...call, deadlineMs: 60_000 },
        ),
      ),
    );
    await until('some wallets', async () => (await answered()) >= 5 * (round + 1));
    await suite.kill(victim);
    await asking;
    // The locks of the killed process run out.
    await owner.query('update wallet.idempotency_keys set lease_ends = now() where sealed_answer is null');
    client.close();
  }
  const wallets = await Promise.all(
    keys.map((key) => app.create('alice', { recoverable: false, idempotency: idempotencyOf(key) })),
  );
  const ids = wallets.map(({ wallet }) => wallet.id);
  expect(new Set(ids).size).toBe(keys.length);
  const listed = await app.client.call('ListWallets', { applicationId: app.applicationId, limit: 100 }, call);
  expect(listed.wallets.map(({ id }) => id).sort()).toEqual([...ids].sort());
  for (const { wallet, accessKey } of wallets)
    expect(await app.signerOf('alice', wallet.id, accessKey)).toBe(wallet.address);
  // Another replica moves what the killed process left into the journal.
  await untilItSucceeds(async () => {
    const created = (await app.events()).filter(({ type }) => type === 'wallet.created');
    expect(created.map(({ walletId }) => walletId).sort()).toEqual([...ids].sort());
  });
});
