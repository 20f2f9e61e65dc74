import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import { until } from '@wallet-service/test-kit/until';
import { insertPending } from '../src/journal/pending-store.js';
import { createSequencer } from '../src/journal/sequencer.js';
import { journalUnderTest, noKey } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { storedLog } from './stored-log.js';
import { macs, nothingRefused } from './test-macs.js';
import { untampered } from './untampered.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// Several replicas make entries durable, and move them to the journals at the same time.

let database: WalletDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await walletDatabase('wallet_sequencer');
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.end();
});

const replica = () => journalUnderTest(database.replica(3));

/** Takes turns until `work` is done. Resolves to the failures of turns. */
async function sequencing(
  work: Promise<unknown>,
  turns: readonly (() => Promise<unknown>)[],
): Promise<unknown[]> {
  let done = false;
  const failures: unknown[] = [];
  const each = turns.map(async (turn) => {
    while (!done) await turn().catch((error: unknown) => failures.push(error));
  });
  await work.finally(() => {
    done = true;
  });
  await Promise.all(each);
  return failures;
}

it('a turn while nothing waits says so, and the ones after it are one statement', async () => {
  const pool = database.replica(1);
  const { append, sequencer } = journalUnderTest(pool);
  const applicationId = randomUUID();
  await append(signedEntry(applicationId));
  expect(await sequencer.turn()).toBe(true);
  await sequencer.integrate(applicationId);
  expect(await sequencer.turn()).toBe(false);
  const statements: string[] = [];
  const client = await pool.connect();
  const query = client.query.bind(client);
  client.query = ((text: string, ...rest: []) => {
    statements.push(text);
    return query(text, ...rest);
  }) as typeof client.query;
  client.release();
  expect(await sequencer.turn()).toBe(false);
  expect(statements).toHaveLength(1);
});

async function journalOf(applicationId: string) {
  const pool = database.replica(1);
  await journalUnderTest(pool).sequencer.integrate(applicationId);
  const { entries, isWhole } = await storedLog(pool, applicationId);
  expect(isWhole || entries.length === 0).toBe(true);
  return entries.map(({ entry }) => entry);
}

/** Each wallet's user makes its next request, at any replica, when the one before was answered. */
async function traffic(
  replicas: readonly Pick<ReturnType<typeof replica>, 'append'>[],
  wallets: readonly {
    readonly applicationId: string;
    readonly walletId: string;
    readonly at: readonly number[];
  }[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const acknowledged = new Map<string, string[]>();
  await Promise.all(
    wallets.map(async ({ applicationId, walletId, at }) => {
      const requests: string[] = [];
      acknowledged.set(walletId, requests);
      for (const index of at) {
        const entry = signedEntry(applicationId, { walletId });
        await replicas[index % replicas.length]?.append(entry).then(
          () => requests.push(entry.requestId),
          () => undefined,
        );
      }
    }),
  );
  return acknowledged;
}

const drawnWallets = fc.array(
  fc.record({ application: fc.nat(3), at: fc.array(fc.nat(3), { maxLength: 12 }) }),
  {
    minLength: 1,
    maxLength: 12,
  },
);

it.each([2, 4])(
  '%i replicas lose nothing, write nothing twice, and keep the order of each wallet',
  async (count) => {
    const before = await deadlocks();
    await fc.assert(
      fc.asyncProperty(drawnWallets, async (drawn) => {
        const replicas = Array.from({ length: count }, replica);
        const applications = Array.from({ length: 4 }, () => randomUUID());
        const wallets = drawn.map(({ application, at }) => ({
          applicationId: applications[application] ?? '',
          walletId: randomUUID(),
          at,
        }));
        const sent = traffic(replicas, wallets);
        const failures = await sequencing(
          sent,
          replicas.map(({ sequencer }) => sequencer.turn),
        );
        expect(failures).toEqual([]);
        const acknowledged = await sent;
        for (const applicationId of applications) {
          const entries = await journalOf(applicationId);
          const ofApplication = wallets.filter((wallet) => wallet.applicationId === applicationId);
          expect(entries).toHaveLength(ofApplication.flatMap(({ at }) => at).length);
          for (const { walletId } of ofApplication)
            expect(
              entries.filter((entry) => entry.walletId === walletId).map(({ requestId }) => requestId),
            ).toEqual(acknowledged.get(walletId));
        }
      }),
      { numRuns: 6, seed: 0x5e9, endOnFailure: true },
    );
    expect(await deadlocks()).toBe(before);
  },
);

async function deadlocks(): Promise<string | undefined> {
  const { rows } = await owner.query<{ deadlocks: string }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  );
  return rows[0]?.deadlocks;
}

it('connections that die at any moment lose nothing that was acknowledged, and nothing is written twice', async () => {
  const replicas = [replica(), replica()];
  const [applicationId, walletId] = [randomUUID(), randomUUID()];
  const wallets = Array.from({ length: 8 }, (_, index) => ({
    applicationId,
    walletId: index === 0 ? walletId : randomUUID(),
    at: Array.from({ length: 40 }, (__, at) => at),
  }));
  let killed = 0;
  const sent = traffic(replicas, wallets);
  await sequencing(sent, [
    ...replicas.map(({ sequencer }) => sequencer.turn),
    async () => {
      const { rowCount } = await owner.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'wallet-test' and datname = current_database() and state <> 'idle' limit 1`,
      );
      killed += rowCount ?? 0;
    },
  ]);
  expect(killed).toBeGreaterThan(0);
  const acknowledged = await sent;
  const entries = await journalOf(applicationId);
  expect(new Set(entries.map(({ requestId }) => requestId)).size).toBe(entries.length);
  for (const [id, requests] of acknowledged) {
    const found = entries.filter((entry) => entry.walletId === id).map(({ requestId }) => requestId);
    expect(found.filter((requestId) => requests.includes(requestId))).toEqual(requests);
  }
});

const manyEntries = (applicationId: string, count: number) =>
  Array.from({ length: count }, () => signedEntry(applicationId, { decision: '' }));

it('a rush of one application does not delay the entries of another', async () => {
  const pool = database.replica(2);
  const [rush, other] = [randomUUID(), randomUUID()];
  await insertPending(pool, macs, manyEntries(rush, 3_000));
  await insertPending(pool, macs, manyEntries(other, 1));
  const oneBatch = createSequencer({
    ...{
      database: pool,
      macs,
      checkpointKeyOf: noKey,
      waitMs: 0,
      now: Date.now,
      tampered: untampered,
      onRefused: nothingRefused,
    },
    onIntegrated: () => {
      throw new Error('one batch is enough');
    },
  });
  await expect(oneBatch.turn()).rejects.toThrow('one batch is enough');
  const { rows } = await pool.query<{ application_id: string; size: bigint }>(
    'select application_id, size from journal_logs where application_id = any($1::uuid[])',
    [[rush, other]],
  );
  const moved = new Map(rows.map((row) => [row.application_id, row.size]));
  expect(moved.get(other)).toBe(1n);
  expect(moved.get(rush)).toBeLessThan(3_000n);
  expect(await journalOf(rush)).toHaveLength(3_000);
});

it('an application whose entries another replica is moving delays no other, and is left to it', async () => {
  const [held, free] = [randomUUID(), randomUUID()];
  const { append, write, sequencer } = replica();
  await write(signedEntry(held));
  await owner.query('begin');
  await owner.query('select from wallet.journal_logs where application_id = $1 for update', [held]);
  for (const applicationId of [held, free]) await append(signedEntry(applicationId));
  await sequencer.turn();
  expect(
    (await owner.query('select from wallet.journal_pending where application_id = $1', [held])).rowCount,
  ).toBe(1);
  expect(
    (await owner.query('select from wallet.journal_pending where application_id = $1', [free])).rowCount,
  ).toBe(0);
  await owner.query('commit');
  expect(await journalOf(held)).toHaveLength(2);
});

it('all who ask for one journal hold one connection while another replica moves its entries', async () => {
  const applicationId = randomUUID();
  const pool = database.replica(2);
  const { append, write, sequencer } = journalUnderTest(pool);
  await write(signedEntry(applicationId));
  await owner.query('begin');
  await owner.query('select from wallet.journal_logs where application_id = $1 for update', [applicationId]);
  await append(signedEntry(applicationId));
  const asked = Promise.all(Array.from({ length: 20 }, () => sequencer.integrate(applicationId)));
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await until('one that waits', async () => (await owner.query(waiting)).rowCount === 1);
  // A pool of two has a connection left.
  await append(signedEntry(applicationId));
  await owner.query('commit');
  await asked;
  expect(await journalOf(applicationId)).toHaveLength(3);
});

it('entries of one application go on to their journal during the rush of another', async () => {
  const pool = database.replica(3);
  const [rushing, other] = [randomUUID(), randomUUID()];
  const insert = (applicationId: string, count: number) =>
    insertPending(
      pool,
      macs,
      Array.from({ length: count }, () => signedEntry(applicationId)),
    );
  await insert(rushing, 3000);
  await insert(other, 1);
  let later: Promise<void> | undefined;
  const sequencer = createSequencer({
    ...{
      database: pool,
      macs,
      checkpointKeyOf: noKey,
      waitMs: 0,
      now: Date.now,
      tampered: untampered,
      onRefused: nothingRefused,
    },
    // The other one had its turn, and then makes its next request.
    onIntegrated: () => {
      later ??= insert(other, 1);
    },
  });
  await sequencer.turn();
  await later;
  expect((await storedLog(pool, other)).entries).toHaveLength(2);
});
