import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import type { JournalOptions } from '../src/journal/journal.js';
import { insertPending } from '../src/journal/pending-store.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { storedLog } from './stored-log.js';
import { macs } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_journal');
});
afterAll(() => database.end());

function replica(more: Partial<JournalOptions> = {}) {
  const batches: number[] = [];
  const journal = journalUnderTest(database.replica(), {
    onBatch: (entries) => batches.push(entries),
    ...more,
  });
  return { ...journal, batches };
}

type Row = Record<string, never>;

async function asTenant<Result>(
  pool: Pool,
  applicationId: string,
  work: (query: (sql: string) => Promise<Row[]>) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    await client.query(`select set_config('app.application_id', $1, true)`, [applicationId]);
    return await work(async (sql) => (await client.query<Row>(sql)).rows);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

async function stored(applicationId: string) {
  await replica().sequencer.integrate(applicationId);
  return storedLog(database.replica(), applicationId);
}

it('keeps complete logs for several applications that several replicas write concurrently', async () => {
  const applications = Array.from({ length: 5 }, () => randomUUID());
  const replicas = Array.from({ length: 3 }, () => replica());
  const written = new Map<string, string[]>(applications.map((id) => [id, []]));
  for (let round = 0; round < 10; round++) {
    await Promise.all(
      replicas.flatMap(({ append }) =>
        applications.flatMap((id) =>
          Array.from({ length: 4 }, () => {
            const entry = signedEntry(id);
            written.get(id)?.push(entry.requestId);
            return append(entry);
          }),
        ),
      ),
    );
  }
  for (const id of applications) {
    const { entries, isWhole } = await stored(id);
    expect(isWhole).toBe(true);
    expect(entries).toHaveLength(120);
    expect(entries.map(({ entry }) => entry.requestId).sort()).toEqual(written.get(id)?.sort());
  }
});

it('writes what arrives while a batch is being written as one batch', async () => {
  const { append, batches } = replica();
  const id = randomUUID();
  const first = append(signedEntry(id));
  await new Promise(setImmediate);
  await Promise.all([first, ...Array.from({ length: 100 }, () => append(signedEntry(id)))]);
  expect(batches.toSorted((one, other) => one - other)).toEqual([1, 100]);
});

it('begins a second statement only for many entries', async () => {
  const { append, batches } = replica();
  const id = randomUUID();
  const first = append(signedEntry(id));
  await new Promise(setImmediate);
  const few = Array.from({ length: 5 }, () => append(signedEntry(id)));
  await new Promise(setImmediate);
  await Promise.all([first, ...few, ...Array.from({ length: 4 }, () => append(signedEntry(id)))]);
  expect(batches).toEqual([1, 9]);
});

it('puts no more entries into one statement than its limit', async () => {
  const { append, batches } = replica({ batchLimit: 30 });
  const id = randomUUID();
  await Promise.all(Array.from({ length: 100 }, () => append(signedEntry(id))));
  expect(batches.toSorted((one, other) => other - one)).toEqual([30, 30, 30, 10]);
  expect((await stored(id)).entries).toHaveLength(100);
});

it('refuses entries when too many are waiting', async () => {
  const { append } = replica({ waitingLimit: 2 });
  const id = randomUUID();
  const answers = await Promise.allSettled([1, 2, 3].map(() => append(signedEntry(id))));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(answers[2]).toMatchObject({ reason: { code: 'service.overloaded' } });
});

it('continues where the log ended after an outage', async () => {
  const pool = database.replica();
  let down = false;
  const { append } = replica({
    insert: async (entries) => {
      await insertPending(pool, macs, entries);
      // The worst outage: the entry was written, and nobody learned of it.
      if (down) throw new Error('connection lost');
    },
  });
  const id = randomUUID();
  await append(signedEntry(id));
  down = true;
  await expect(append(signedEntry(id))).rejects.toMatchObject({ code: 'service.unavailable' });
  down = false;
  await append(signedEntry(id));
  const { entries, isWhole } = await stored(id);
  expect(isWhole).toBe(true);
  expect(entries).toHaveLength(3);
});

it('fails when the database does not answer', async () => {
  const gone = (): Promise<never> => Promise.reject(new Error('Connection terminated'));
  const { append } = journalUnderTest({ query: gone, connect: gone } as never);
  await expect(append(signedEntry(randomUUID()))).rejects.toMatchObject({ code: 'service.unavailable' });
});

describe('the runtime role', () => {
  it.each([
    ['change an entry', `update journal_entries set outcome = 'denied'`],
    ['remove an entry', 'delete from journal_entries'],
    ['remove all entries', 'truncate journal_entries'],
    ['remove a log', 'delete from journal_logs'],
    ['drop the journal', 'drop table journal_entries'],
    ['switch row-level security off', 'alter table journal_entries disable row level security'],
    ['change what waits for the journal', `update journal_pending set operation = ''`],
    ['change a wallet group', `update wallet_groups set resource_id = ''`],
    ['replace an application key', `update application_keys set wrapped_key = ''`],
  ])('cannot %s', async (_, sql) => {
    await expect(database.replica().query(sql)).rejects.toMatchObject({ code: '42501' });
  });

  it("cannot read another tenant's entries", async () => {
    const id = randomUUID();
    await replica().write(signedEntry(id));
    const pool = database.replica();
    expect((await pool.query('select * from journal_entries')).rowCount).toBe(0);
    await asTenant(pool, randomUUID(), async (query) => {
      expect(await query('select * from journal_entries')).toHaveLength(0);
    });
  });
});

it('shows an entry that the owner of the database changed', async () => {
  const id = randomUUID();
  const { write } = replica();
  for (let index = 0; index < 3; index++) await write(signedEntry(id));
  const { default: pg } = await import('pg');
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(
    `update wallet.journal_entries set outcome = 'denied' where application_id = $1 and seq = 2`,
    [id],
  );
  await owner.end();
  expect(await stored(id)).toMatchObject({ isWhole: false });
});
