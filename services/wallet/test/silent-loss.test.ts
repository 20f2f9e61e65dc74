import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import {
  hasPostgresPrograms,
  startPostgresPair,
  type PostgresPair,
} from '@wallet-service/test-kit/postgres-pair';
import { until, untilItSucceeds } from '@wallet-service/test-kit/until';
import { applicationUnderTest, call, type ApplicationUnderTest } from './application-under-test.js';
import { realSuite, type RealSuite, type Running } from './real-suite.js';

// Two wallet services, users who create wallets and sign without pause, and a primary that is killed. Afterwards every
// answer that a user got is compared with the database, one by one.

const withPostgres = hasPostgresPrograms ? describe : describe.skip;

type Answer = { readonly applicationId: string; readonly subject: string; readonly address: string };
type Signed = { readonly applicationId: string; readonly requestId: string };

type World = {
  readonly pair: PostgresPair;
  readonly suite: RealSuite;
  readonly wallets: readonly Running[];
  /** Of each application one for each replica. */
  readonly apps: readonly (readonly ApplicationUnderTest[])[];
  readonly made: Answer[];
  readonly signed: Signed[];
  readonly lossDirectory: Readonly<Record<string, string>>;
  readonly database: () => pg.Client;
  readonly stop: () => Promise<void>;
};

async function world(name: string): Promise<World> {
  const pair = await startPostgresPair();
  const suite = await realSuite(name, pair.url);
  await Promise.all([suite.startSigner(), suite.startPolicy()]);
  const lossDirectory = { LOSS_DIRECTORY: suite.folder };
  const wallets = [await suite.startWallet(0, lossDirectory), await suite.startWallet(1, lossDirectory)];
  const ids = [randomUUID(), randomUUID()];
  suite.trust(ids);
  const apps = ids.map((id) =>
    [0, 1].map((replica) => applicationUnderTest(suite, suite.client(replica), id)),
  );
  return {
    pair,
    suite,
    wallets,
    apps,
    made: [],
    signed: [],
    lossDirectory,
    database: () => new pg.Client({ connectionString: suite.database.url }),
    async stop() {
      await suite.stop().catch(() => undefined);
      await pair.end();
    },
  };
}

async function wallet(app: ApplicationUnderTest, subject: string): Promise<Answer> {
  const { address } = await app.client.call(
    'GetOrCreateWallet',
    { user: app.user(subject), chain: 'ETH' },
    call,
  );
  return { applicationId: app.applicationId, subject, address };
}

async function sign(app: ApplicationUnderTest, subject: string): Promise<Signed> {
  const operation = { message: { message: Buffer.from(randomUUID()), format: 'eip191' } };
  const { requestId } = await app.client.call(
    'Sign',
    { user: app.user(subject), chain: 'ETH', operation },
    call,
  );
  return { applicationId: app.applicationId, requestId };
}

/** Users who come one after the other, to both replicas of both applications, until `stop`. */
function load({ apps, made, signed }: World): { readonly stop: () => Promise<void> } {
  let over = false;
  const lane = async (app: ApplicationUnderTest): Promise<void> => {
    while (!over) {
      const subject = randomUUID();
      try {
        made.push(await wallet(app, subject));
        signed.push(await sign(app, subject));
      } catch {
        // While the database is away. The next user comes after a pause.
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  };
  const lanes = apps.flat().map(lane);
  return {
    stop: async () => {
      over = true;
      await Promise.all(lanes);
    },
  };
}

/** What users were told and the database does not have. */
async function missingOf({ made, signed, database }: World) {
  const client = database();
  await client.connect();
  const lostWallets = await client.query<Answer>(
    `select told.* from json_to_recordset($1) as told ("applicationId" uuid, subject text, address text)
     where not exists (select from wallet.wallets where application_id = "applicationId"
       and owner_subject = subject and wallets.address = told.address)`,
    [JSON.stringify(made)],
  );
  const lostSignatures = await client.query<Signed>(
    `select told.* from json_to_recordset($1) as told ("applicationId" uuid, "requestId" uuid)
     where not exists (select from wallet.journal_entries where application_id = "applicationId"
       and request_id = "requestId" and kind = 'result')
     and not exists (select from wallet.journal_pending where application_id = "applicationId"
       and request_id = "requestId" and kind = 'result')`,
    [JSON.stringify(signed)],
  );
  await client.end();
  return { wallets: lostWallets.rows, signatures: lostSignatures.rows };
}

async function untilCaughtUp({ database }: World): Promise<void> {
  const client = database();
  await client.connect();
  await until('a standby that has caught up', async () => {
    const { rows } = await client.query<{ behind: boolean }>(
      'select replay_lsn is distinct from pg_current_wal_lsn() as behind from pg_stat_replication',
    );
    return rows[0]?.behind === false;
  });
  await client.end();
}

/** What the files for the operator say. Nobody else may read them. */
function keptIn(folder: string): string {
  const files = readdirSync(folder).filter((name) => /^loss-.*\.json$/.test(name));
  for (const name of files) expect(statSync(path.join(folder, name)).mode & 0o777).toBe(0o600);
  return files.map((name) => readFileSync(path.join(folder, name), 'utf8')).join('');
}

const metricOf = async ({ operations, output }: Running, name: string): Promise<number> => {
  const answer = await fetch(`${operations}/metrics`).catch((cause: unknown) => {
    throw new Error(`no metrics of a process that said ${output().slice(-2_000)}`, { cause });
  });
  const page = await answer.text();
  return Number(new RegExp(`^wallet_service_${name}(?:\\{.*\\})? (\\d+)$`, 'm').exec(page)?.[1]);
};
const stoppedOf = (running: Running): Promise<number> => metricOf(running, 'applications_stopped');
const unheardOf = (running: Running): Promise<number> => metricOf(running, 'replicas_unheard_total');

withPostgres('with a synchronous standby (needs the Debian package postgresql)', () => {
  let here: World;
  beforeAll(async () => {
    here = await world('wallet_sync_failover');
  });
  afterAll(() => here.stop());

  it('a failover loses nothing that anybody was told, also after the standby was away', async () => {
    const { pair, apps } = here;
    pair.waitForStandby(true);
    const users = load(here);
    await until('some signatures', () => here.signed.length > 20);
    await pair.stopStandby();
    await pair.startStandby();
    const before = here.signed.length;
    await until('more signatures', () => here.signed.length > before + 20);
    await pair.killPrimary();
    await pair.promote();
    const after = here.signed.length;
    await until('signatures on the new server', () => here.signed.length > after + 20);
    await users.stop();
    expect(await missingOf(here)).toEqual({ wallets: [], signatures: [] });
    for (const running of here.wallets)
      expect([await stoppedOf(running), await unheardOf(running)]).toEqual([0, 0]);
    for (const { applicationId, subject, address } of here.made.slice(0, 20))
      for (const app of apps.flat().filter((each) => each.applicationId === applicationId))
        expect((await wallet(app, subject)).address).toBe(address);
  });
});

withPostgres('with an asynchronous standby that is behind', () => {
  let here: World;
  beforeAll(async () => {
    here = await world('wallet_async_failover');
  });
  afterAll(() => here.stop());

  it('a loss stops the application on every replica before anybody gets another address', async () => {
    const { pair, apps, wallets, suite } = here;
    const [first = [], second = []] = apps;
    // Both applications are there before, and only one of them loses something.
    for (const app of [first[0], second[0]]) if (app) here.made.push(await wallet(app, 'before'));
    await untilCaughtUp(here);
    pair.holdReplication();
    const users = load({ ...here, apps: [first] });
    await until('wallets that only the primary has', () => here.signed.length > 20);
    await pair.killPrimary();
    await pair.promote();
    await until('the alarm', async () => (await stoppedOf(wallets[1] as Running)) === 1);
    await users.stop();

    const lost = await missingOf(here);
    expect(lost.wallets.length).toBeGreaterThan(10);
    expect(lost.signatures.length).toBeGreaterThan(10);
    for (const running of wallets)
      await until('the line', () =>
        running.output().includes('INCIDENT: the database lost what it had confirmed'),
      );

    // Whoever asks again on any replica gets no address, and no signature.
    for (const { subject } of lost.wallets.slice(0, 10))
      for (const app of first) {
        await expect(wallet(app, subject)).rejects.toMatchObject({ code: 'service.unavailable' });
        await expect(sign(app, subject)).rejects.toMatchObject({ code: 'service.unavailable' });
      }
    for (const app of second) expect((await wallet(app, 'before')).address).toBe(here.made[1]?.address);

    // What only memory has is in files for the operator.
    const kept = keptIn(suite.folder);
    for (const { address } of lost.wallets) expect(kept).toContain(address);
    for (const { requestId } of lost.signatures) expect(kept).toContain(requestId);

    // A replica that remembers nothing learns it too.
    await suite.kill(wallets[0] as Running);
    const restarted = await suite.startWallet(0, here.lossDirectory);
    const [again] = first;
    if (again)
      await expect(wallet(again, lost.wallets[0]?.subject ?? '')).rejects.toMatchObject({
        code: 'service.unavailable',
      });
    here = { ...here, wallets: [restarted, wallets[1] as Running] };
  });

  /** An operator looks, accepts, and every user has the address again that they were told. */
  async function acceptAndCompare(): Promise<void> {
    const { suite, apps, lossDirectory, made } = here;
    const [first = []] = apps;
    const before = await missingOf(here);
    expect(before.wallets).not.toEqual([]);
    expect(await suite.runWallet(['accept-loss'], lossDirectory)).toContain('to put back');
    expect(await missingOf(here)).toEqual(before);
    const said = await suite.runWallet(['accept-loss', '--because', 'an old standby'], lossDirectory);
    expect(said).toContain(': accepted. It goes on');
    expect(await missingOf(here)).toEqual({ wallets: [], signatures: [] });
    for (const app of first) {
      await untilItSucceeds(() => wallet(app, made.at(-1)?.subject ?? ''));
      for (const { subject, address } of before.wallets.slice(0, 10)) {
        expect((await wallet(app, subject)).address).toBe(address);
        const answer = await sign(app, subject);
        // What only the other replica remembers is lost with it later.
        if (app === first[0]) here.signed.push(answer);
      }
    }
    const client = here.database();
    await client.connect();
    const { rowCount } = await client.query(
      `select from wallet.journal_pending where operation = 'journal.loss_accepted' union all
       select from wallet.journal_entries where operation = 'journal.loss_accepted'`,
    );
    await client.end();
    expect(rowCount).toBe(1);
    expect(await suite.runWallet(['accept-loss'], lossDirectory)).toContain('No loss waits');
  }

  it('accept-loss puts everything back, and nobody gets another address', acceptAndCompare);

  it('back on the old primary, what was confirmed meanwhile is a loss that can be put back', async () => {
    const { pair, apps, wallets } = here;
    const [[one, other] = [], second = []] = apps;
    if (!one || !other) throw new Error('there are two replicas');
    // Made after the failover. One of those who know it is dead when the old primary comes back.
    here.made.push(await wallet(one, 'meanwhile'));
    here.signed.push(await sign(one, 'meanwhile'));
    await wallets[1]?.end('SIGKILL');
    await pair.goBack();
    // If the test has taken longer than replicas remember, every application is stopped.
    await until('the alarm', async () => (await stoppedOf(wallets[0] as Running)) >= 1);
    expect(wallets[0]?.output()).toContain('did not look at the new database server');
    expect(await unheardOf(wallets[0] as Running)).toBeGreaterThan(0);
    await expect(wallet(one, 'meanwhile')).rejects.toMatchObject({ code: 'service.unavailable' });
    await here.suite.startWallet(1, here.lossDirectory);
    await acceptAndCompare();
    expect((await wallet(second[0] as ApplicationUnderTest, 'before')).address).toBe(here.made[1]?.address);
  });
});

withPostgres('with a replica that was started since the standby fell behind', () => {
  let here: World;
  beforeAll(async () => {
    here = await world('wallet_new_replica');
  });
  afterAll(() => here.stop());

  it('nobody gets another address than it has told', async () => {
    const { pair, suite, wallets } = here;
    const [[app] = []] = here.apps;
    if (!app) throw new Error('there are two applications');
    await wallet(app, 'before');
    await untilCaughtUp(here);
    pair.holdReplication();
    const newcomer = await suite.startWallet(2, here.lossDirectory);
    const { address } = await wallet(
      applicationUnderTest(suite, suite.client(2), app.applicationId),
      'newcomer',
    );
    // The others have beaten since, also one that rests.
    await new Promise((resolve) => setTimeout(resolve, 7_000));
    // It is slow to look at the new server.
    newcomer.child.kill('SIGSTOP');
    await pair.killPrimary();
    await pair.promote();
    setTimeout(() => newcomer.child.kill('SIGCONT'), 6_000);
    await until('the stop', async () => {
      const told = await wallet(app, 'newcomer').catch((error: unknown) => error);
      if (!(told instanceof Error)) expect(told).toMatchObject({ address });
      return (await stoppedOf(wallets[0] as Running)) === 1;
    });
    expect(newcomer.output()).toContain('INCIDENT: the database lost what it had confirmed');
    expect(keptIn(suite.folder)).toContain(address);
  });
});
