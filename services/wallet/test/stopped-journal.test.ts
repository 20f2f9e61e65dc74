import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { until, untilItSucceeds } from '@wallet-service/test-kit/until';
import { applicationUnderTest, call, type ApplicationUnderTest } from './application-under-test.js';
import { asOwnerOf } from './hostile-kit.js';
import { realSuite, type RealSuite, type Running } from './real-suite.js';

// Somebody changes the journal of one application, on two running replicas. An operator lets it go on.

let suite: RealSuite;
let wallets: readonly Running[];
/** Of each application one for each replica. */
let bad: readonly ApplicationUnderTest[];
let good: readonly ApplicationUnderTest[];
beforeAll(async () => {
  suite = await realSuite('wallet_stopped_journal');
  await Promise.all([suite.startSigner(), suite.startPolicy()]);
  wallets = [await suite.startWallet(0), await suite.startWallet(1)];
  const ids = [randomUUID(), randomUUID()];
  suite.trust(ids);
  [bad = [], good = []] = ids.map((id) =>
    [0, 1].map((replica) => applicationUnderTest(suite, suite.client(replica), id, replica)),
  );
  for (const app of [bad[0], good[0]])
    await app?.client.call('GetOrCreateWallet', { user: app.user('alice'), chain: 'ETH' }, call);
});
afterAll(() => suite.stop());

const sign = ({ client, user }: ApplicationUnderTest) =>
  client.call(
    'Sign',
    {
      user: user('alice'),
      chain: 'ETH',
      operation: { message: { message: Buffer.from('hello'), format: 'eip191' } },
    },
    call,
  );
const stoppedOf = async ({ operations }: Running): Promise<number> => {
  const page = await (await fetch(`${operations}/metrics`)).text();
  return Number(/^wallet_service_journals_stopped(?:\{.*\})? (\d+)$/m.exec(page)?.[1]);
};
const applicationId = (): string => bad[0]?.applicationId ?? '';
const asOwner = (sql: string): Promise<void> => asOwnerOf(suite.database.url, sql, applicationId());

it('stops signatures of that application on both replicas, and of no other', async () => {
  for (const app of bad) await sign(app);
  // Its journal has the entries.
  await bad[0]?.events();
  await asOwner('update wallet.journal_logs set generation = generation + 1 where application_id = $1');
  for (const app of bad) await sign(app).catch(() => undefined);
  for (const wallet of wallets) await until('the alarm', async () => (await stoppedOf(wallet)) === 1);
  for (const app of bad)
    await expect(sign(app)).rejects.toMatchObject({
      code: 'service.unavailable',
      message: expect.stringContaining('an operator must look') as string,
    });
  for (const app of good) await sign(app);
  // Its wallets and its journal can still be read.
  for (const app of bad) {
    const user = app.user('alice');
    expect((await app.client.call('GetOrCreateWallet', { user, chain: 'ETH' }, call)).address).toMatch(/^0x/);
    expect((await app.events()).map(({ type }) => type)).toContain('signature.created');
  }
});

it('goes on when an operator has looked, and says why in the journal', async () => {
  await asOwner('update wallet.journal_logs set generation = generation - 1 where application_id = $1');
  // Until then a replica that was restarted signs nothing either.
  await suite.kill(wallets[0] as Running);
  await suite.startWallet(0);
  await expect(sign(bad[0] as ApplicationUnderTest)).rejects.toMatchObject({ code: 'service.unavailable' });
  await expect(suite.runWallet(['resume', applicationId()])).rejects.toMatchObject({
    stdout: expect.stringContaining('usage: resume') as string,
  });
  const said = await suite.runWallet(['resume', applicationId(), '--because', 'rows put back']);
  expect(said).toContain('lifted: journal-broken');
  for (const app of bad) await untilItSucceeds(() => sign(app));
  await until('no alarm', async () => (await stoppedOf(wallets[1] as Running)) === 0);
});

const generationOf = async (app: ApplicationUnderTest): Promise<number> => {
  await app.events();
  const client = new pg.Client({ connectionString: suite.database.url });
  await client.connect();
  const { rows } = await client.query<{ generation: string }>(
    'select generation from wallet.journal_logs where application_id = $1',
    [app.applicationId],
  );
  await client.end();
  return Number(rows[0]?.generation);
};

it('goes on with every journal after a restore, each in a new generation', async () => {
  const [stopped, other] = [bad[0], good[0]] as [ApplicationUnderTest, ApplicationUnderTest];
  const before = await Promise.all([stopped, other].map(generationOf));
  await asOwner(
    `insert into wallet.losses (application_id, loss_id, replica_id, reason, wallets, entries, time_noticed)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'journal-rolled-back', 0, 0, now())`,
  );
  await until('the stop', () =>
    sign(stopped).then(
      () => false,
      () => true,
    ),
  );
  const said = await suite.runWallet(['resume', 'every', '--because', 'a backup was restored']);
  expect(said).toContain(`${stopped.applicationId}\n  lifted: journal-rolled-back`);
  expect(said).toContain('The log of every journal goes on in a new generation.');
  for (const app of [stopped, other]) await untilItSucceeds(() => sign(app));
  // Replicas know it by its MAC, as long as they run.
  await until('new generations', async () => {
    const now = await Promise.all([stopped, other].map(generationOf));
    return now.every((generation, at) => generation > (before[at] ?? 0));
  });
  // With its next beat.
  for (const wallet of wallets.slice(1)) await until('no stop', async () => (await stoppedOf(wallet)) === 0);
});
