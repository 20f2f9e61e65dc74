import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import pg from 'pg';
import type { JournalEntry } from '@wallet-service/journal-format';
import type { Journal } from '../src/journal/journal.js';
import type { JournalFilter } from '../src/journal/journal-filter-store.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { readMatching, type Cursor } from '../src/journal/read-matching.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';
import { unarchived } from './unarchived.js';

// Entries of the journal by filters, against a list in memory.

let database: WalletDatabase;
let pool: ReturnType<WalletDatabase['replica']>;
let append: Journal['append'];
let journal: ReturnType<typeof journalUnderTest>;
beforeAll(async () => {
  database = await walletDatabase('wallet_journal_filter');
  pool = database.replica();
  journal = journalUnderTest(pool);
  append = journal.write;
});
afterAll(() => database.end());

const seed = 0x10a17;
const start = 1_790_000_000_000;
const wallets = [randomUUID(), randomUUID(), randomUUID()];
const traces = ['aa', 'bb', ''];

// Replicas have their own clocks, so times are not in the order of the chain.
const drawn = fc.record({
  wallet: fc.constantFrom(...wallets),
  trace: fc.constantFrom(...traces),
  ms: fc.integer({ min: 0, max: 20 }),
  result: fc.constantFrom('', 'signed', 'signed', 'denied', 'failed'),
});
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const filters = fc.record({
  walletIds: maybe(fc.subarray(wallets)),
  traceId: maybe(fc.constantFrom('aa', 'cc')),
  outcome: maybe(fc.constantFrom('signed', 'denied', 'failed')),
  sinceMs: maybe(fc.integer({ min: start - 1, max: start + 21 })),
  untilMs: maybe(fc.integer({ min: start - 1, max: start + 21 })),
});

const matches = (entry: JournalEntry, { walletIds, traceId, outcome, sinceMs, untilMs }: JournalFilter) =>
  (walletIds === undefined || walletIds.includes(entry.walletId)) &&
  (traceId === undefined || entry.traceId === traceId) &&
  (outcome === undefined || entry.outcome === outcome) &&
  (sinceMs === undefined || entry.recordedAtMs >= sinceMs) &&
  (untilMs === undefined || entry.recordedAtMs < untilMs);

async function all(applicationId: string, filter: JournalFilter, limit: number, newestFirst = false) {
  const found: bigint[] = [];
  let pages = 0;
  for (let next: Cursor | undefined = { after: 0n }; next;) {
    const asked = { ...next, limit, newestFirst };
    const page = await readMatching(unarchived(pool), applicationId, filter, asked);
    if (!page) throw new Error('the cursor was refused');
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    found.push(...page.entries.map(({ seq }) => seq));
    next = page.next;
    pages += 1;
  }
  return { found, pages };
}

it('finds the entries that match, in the order of time, page by page', async () => {
  const check = fc.asyncProperty(
    fc.array(drawn, { maxLength: 50 }),
    fc.array(filters, { minLength: 3, maxLength: 6 }),
    fc.integer({ min: 1, max: 20 }),
    async (rows, asked, limit) => {
      const applicationId = randomUUID();
      await Promise.all(
        rows.map(({ wallet, trace, ms, result }) =>
          append(
            signedEntry(applicationId, {
              walletId: wallet,
              traceId: trace,
              recordedAtMs: start + ms,
              kind: result === '' ? 'intent' : 'result',
              outcome: result,
            }),
          ),
        ),
      );
      const { entries } = await readJournal(unarchived(pool), applicationId, { after: 0n, limit: 500 });
      for (const filter of asked) {
        const expected = entries
          .filter(({ entry }) => matches(entry, filter))
          .sort((a, b) => a.entry.recordedAtMs - b.entry.recordedAtMs || Number(a.seq - b.seq))
          .map(({ seq }) => seq);
        expect([filter, (await all(applicationId, filter, limit)).found]).toEqual([filter, expected]);
        const { found } = await all(applicationId, filter, limit, true);
        expect([filter, found]).toEqual([filter, expected.toReversed()]);
      }
    },
  );
  await fc.assert(check, { seed, numRuns: 30 });
});

it('reads at most 1000 entries for a page, and goes on', async () => {
  const applicationId = randomUUID();
  await Promise.all(
    Array.from({ length: 2_500 }, (_, index) =>
      journal.append(
        signedEntry(applicationId, {
          walletId: wallets[0] ?? '',
          traceId: 'aa',
          recordedAtMs: start + index,
          ...(index === 2_400 ? { outcome: 'signed' } : { kind: 'intent', outcome: '' }),
        }),
      ),
    ),
  );
  await journal.sequencer.integrate(applicationId);
  for (const filter of [
    { outcome: 'signed' },
    { outcome: 'signed', traceId: 'aa' },
    { outcome: 'signed', walletIds: wallets },
  ]) {
    for (const newestFirst of [false, true]) {
      const { found, pages } = await all(applicationId, filter, 100, newestFirst);
      expect([filter, found.length, pages]).toEqual([filter, 1, 3]);
    }
  }
  expect((await all(applicationId, { traceId: 'aa' }, 100)).found).toHaveLength(2_500);
});

it('ends a page at about 1 MiB of details, as the whole journal does', async () => {
  const applicationId = randomUUID();
  const details = JSON.stringify({ keys: 'k'.repeat(300_000) });
  for (let index = 0; index < 8; index += 1)
    await append(signedEntry(applicationId, { kind: 'event', outcome: '', traceId: 'bb', details }));
  const page = await readMatching(
    unarchived(pool),
    applicationId,
    { traceId: 'bb' },
    { after: 0n, limit: 100 },
  );
  expect(page?.entries).toHaveLength(4);
  const [oldest, newest] = await Promise.all(
    [false, true].map((newestFirst) =>
      readJournal(unarchived(pool), applicationId, { after: 0n, limit: 100, newestFirst }),
    ),
  );
  expect(oldest?.entries.map(({ seq }) => seq)).toEqual([1n, 2n, 3n, 4n]);
  expect(newest?.entries.map(({ seq }) => seq)).toEqual([8n, 7n, 6n, 5n]);
  expect((await all(applicationId, { traceId: 'bb' }, 100)).found).toHaveLength(8);
});

it('skips nothing before a hole when it reads backward', async () => {
  const applicationId = randomUUID();
  await Promise.all(Array.from({ length: 120 }, () => journal.append(signedEntry(applicationId))));
  await journal.sequencer.integrate(applicationId);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const hole = 'delete from wallet.journal_entries where application_id = $1 and seq in (115, 116)';
  await owner.query(hole, [applicationId]);
  await owner.end();
  const page = { after: 0n, limit: 10, newestFirst: true };
  const { entries } = await readJournal(unarchived(pool), applicationId, page);
  expect(entries.map(({ seq }) => Number(seq))).toEqual([120, 119, 118, 117, 114, 113, 112, 111, 110, 109]);
});

it('knows no cursor that is not an entry', async () => {
  const page = { after: 7n, limit: 10 };
  expect(await readMatching(unarchived(pool), randomUUID(), { outcome: 'signed' }, page)).toBeUndefined();
});
