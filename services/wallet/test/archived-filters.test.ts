import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import type { ArchiveFiles, JournalEntry, PlacedEntry } from '@wallet-service/journal-format';
import type { JournalFilter } from '../src/journal/journal-filter-store.js';
import { insertPending } from '../src/journal/pending-store.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { archiveForCallers } from '../src/journal/read-entries-store.js';
import { readMatching, type Cursor } from '../src/journal/read-matching.js';
import { archivedJournals, middleOf } from './archived-journals.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { macs } from './test-macs.js';

// Filters over months that are in the archive, against a list in memory.

let world: Awaited<ReturnType<typeof archivedJournals>>;
let places: Parameters<typeof readMatching>[0];
beforeAll(async () => {
  world = await archivedJournals('wallet_archived_filters');
  places = { ...world.places, archive: archiveForCallers(world.archive) };
  expect(await world.archiveIn(0)).toBe(true);
});
afterAll(() => world.end());

const seed = 0xa2c41e;
const wallets = [randomUUID(), randomUUID(), randomUUID()] as const;
const startOf = (month: number): number => Date.UTC(2026, month, 1);

const drawn = fc.record({
  walletId: fc.constantFrom(...wallets),
  traceId: fc.constantFrom('aa', 'bb', ''),
  outcome: fc.constantFrom<JournalEntry['outcome']>('', 'signed', 'signed', 'denied', 'failed'),
  /** Clocks of replicas differ. Some entries wait, and one clock was wrong. */
  late: fc.oneof(
    { weight: 30, arbitrary: fc.integer({ min: -20, max: 20 }) },
    { weight: 2, arbitrary: fc.integer({ min: -400_000_000, max: 400_000_000 }) },
    { weight: 1, arbitrary: fc.constant(500_000_000_000) },
  ),
});

/** Writes entries from the beginning of one month to the end of another, in about the order of their time. */
async function writeMonths(id: string, from: number, months: number, each: number, of: number) {
  const sequence = fc.sample(drawn, { seed: seed + of, numRuns: months * each });
  const step = (startOf(from + months) - startOf(from)) / sequence.length;
  const entries = sequence.map(({ late, outcome, ...one }, at) =>
    signedEntry(id, {
      ...one,
      outcome,
      kind: outcome === '' ? 'intent' : 'result',
      // Some in one millisecond.
      recordedAtMs: Math.max(startOf(from), Math.round(startOf(from) + (at - (at % 3)) * step) + late),
    }),
  );
  await insertPending(world.runtime, macs, entries);
  await journalUnderTest(world.runtime).sequencer.integrate(id);
}

async function allOf(id: string): Promise<readonly PlacedEntry[]> {
  const all: PlacedEntry[] = [];
  for (;;) {
    const after = all.at(-1)?.seq ?? 0n;
    const { entries } = await readJournal(world.places, id, { after, limit: 500 });
    if (entries.length === 0) return all;
    all.push(...entries);
  }
}

const matches = ({ entry }: PlacedEntry, filter: JournalFilter): boolean =>
  (filter.walletIds === undefined || filter.walletIds.includes(entry.walletId)) &&
  (filter.traceId === undefined || entry.traceId === filter.traceId) &&
  (filter.outcome === undefined || entry.outcome === filter.outcome) &&
  (filter.sinceMs === undefined || entry.recordedAtMs >= filter.sinceMs) &&
  (filter.untilMs === undefined || entry.recordedAtMs < filter.untilMs);

/** First what is in the archive alone, in the order of the journal. Then the rest, in the order of time. */
function expected(all: readonly PlacedEntry[], filter: JournalFilter, archived: number): readonly bigint[] {
  const found = all.filter((each) => matches(each, filter));
  const isArchived = ({ seq }: PlacedEntry): boolean => Number(seq) <= archived;
  const rest = found
    .filter((each) => !isArchived(each))
    .toSorted((a, b) => a.entry.recordedAtMs - b.entry.recordedAtMs || Number(a.seq - b.seq));
  return [...found.filter(isArchived), ...rest].map(({ seq }) => seq);
}

/** The numbers of one page after another. */
async function* pages(
  id: string,
  filter: JournalFilter,
  { limit, newestFirst }: { readonly limit: number; readonly newestFirst: boolean },
) {
  for (let next: Cursor | undefined = { after: 0n }; next;) {
    const page = await readMatching(places, id, filter, { ...next, limit, newestFirst });
    if (!page) throw new Error('the cursor was refused');
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    yield page.entries.map(({ seq }) => seq);
    next = page.next;
  }
}

async function numbers(...asked: Parameters<typeof pages>): Promise<readonly bigint[]> {
  const found: bigint[] = [];
  for await (const page of pages(...asked)) found.push(...page);
  return found;
}

const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
const filtersBetween = (from: number, until: number) =>
  fc.record({
    walletIds: maybe(fc.subarray([...wallets])),
    traceId: maybe(fc.constantFrom('aa', 'cc')),
    outcome: maybe(fc.constantFrom('signed', 'denied', 'failed')),
    sinceMs: maybe(fc.integer({ min: startOf(from), max: startOf(until) })),
    untilMs: maybe(fc.integer({ min: startOf(from), max: startOf(until) })),
  });

/** Up to which entry some are in the archive alone. */
async function archivedAlone(id: string): Promise<number> {
  const { rows } = await world.run(
    'select max(size) as size from wallet.journal_archives where application_id = $1 and is_dropped',
    id,
  );
  return Number(rows[0]?.['size'] ?? 0);
}

async function compare(id: string, range: readonly [number, number], numRuns: number) {
  const all = await allOf(id);
  const archived = await archivedAlone(id);
  expect(archived > 0 && archived < all.length).toBe(true);
  const check = fc.asyncProperty(
    ...[filtersBetween(...range), fc.constantFrom(1, 7, 40, 500), fc.boolean()],
    async (filter, limit, newestFirst) => {
      const inOrder = expected(all, filter, archived);
      const found = await numbers(id, filter, { limit, newestFirst });
      expect(found).toEqual(newestFirst ? inOrder.toReversed() : inOrder);
    },
  );
  await fc.assert(check, { seed, numRuns });
}

it('goes on over the archive, page by page, in both directions', async () => {
  const id = randomUUID();
  await writeMonths(id, 0, 4, 180, 1);
  // In the archive, and in the database too.
  expect(await world.archiveIn(2)).toBe(true);
  const archived = 'select from wallet.journal_archives where application_id = $1 and size > 150';
  expect((await world.run(archived, id)).rowCount).toBe(1);
  const all = await allOf(id);
  for (const newestFirst of [false, true]) {
    const inOrder = expected(all, {}, 0);
    const found = await numbers(id, { sinceMs: 1 }, { limit: 100, newestFirst });
    expect(found).toEqual(newestFirst ? inOrder.toReversed() : inOrder);
  }
  // The oldest partition, of January and February, is dropped.
  expect(await world.archiveIn(3)).toBe(true);
  await compare(id, [0, 4], 60);
});

// One list of each kind is read while month after month goes to the archive.
it('has each entry once that goes to the archive between two pages', async () => {
  const id = randomUUID();
  await writeMonths(id, 3, 5, 45, 2);
  expect(await world.archiveIn(4)).toBe(true);
  const all = await allOf(id);
  const filters: readonly JournalFilter[] = [
    { sinceMs: 1 },
    { outcome: 'signed', walletIds: wallets.slice(1) },
    { traceId: 'aa', untilMs: startOf(7) },
  ];
  const lists = filters.flatMap((filter) =>
    [false, true].flatMap((newestFirst) =>
      Array.from({ length: 4 }, (_, first) => ({
        ...{ filter, newestFirst, first, found: [] as bigint[] },
        reading: pages(id, filter, { limit: 5, newestFirst }),
      })),
    ),
  );
  const read = async (list: (typeof lists)[number], most: number): Promise<void> => {
    for (let count = 0; count < most; count += 1) {
      const page = await list.reading.next();
      if (page.done) return;
      list.found.push(...page.value);
    }
  };
  for (const month of [5, 6, 7, 8, 9]) {
    // Each list is somewhere else.
    for (const list of lists) await read(list, 1 + list.first);
    expect(await world.archiveIn(month)).toBe(true);
  }
  expect(await world.inDatabase(id)).not.toContain(all.length);
  for (const list of lists) {
    await read(list, Infinity);
    const found = list.found.toSorted((a, b) => Number(a - b));
    const wanted = all.filter((each) => matches(each, list.filter)).map(({ seq }) => seq);
    expect([list.filter, list.newestFirst, list.first, found]).toEqual([
      ...[list.filter, list.newestFirst, list.first, wanted],
    ]);
  }
});

it('knows months for which there was no partition, and a journal that stays in the database', async () => {
  const [id, left] = [randomUUID(), randomUUID()];
  await writeMonths(id, 20, 4, 120, 3);
  await writeMonths(left, 20, 4, 120, 4);
  expect(await world.archiveIn(22, '--leave', left)).toBe(true);
  await compare(id, [20, 24], 20);
  expect(await numbers(left, { outcome: 'denied' }, { limit: 9, newestFirst: false })).toEqual(
    expected(await allOf(left), { outcome: 'denied' }, 0),
  );
  expect(await world.archiveIn(23)).toBe(true);
  await compare(left, [20, 24], 20);
});

/** Counts the bundles that are read. */
function counting(archive: ArchiveFiles) {
  const read: string[] = [];
  const files: ArchiveFiles = {
    read: (name) => {
      if (name.includes('/entries/')) read.push(name);
      return archive.read(name);
    },
  };
  return { files, read };
}

describe('a long archive', () => {
  const id = randomUUID();
  const rare = { traceId: 'rare' };
  beforeAll(async () => {
    await world.writeIn(30, id, 9_000);
    await world.writeIn(30, id, 1, rare);
    await world.writeIn(31, id, 9_000);
    expect(await world.archiveIn(34)).toBe(true);
    expect(await world.inDatabase(id)).toEqual([]);
  });

  it.each([false, true])('is read in pages of so many tiles, the newest first: %s', async (newestFirst) => {
    const sizes: number[] = [];
    const found: bigint[] = [];
    for (let next: Cursor | undefined = { after: 0n }; next;) {
      const { files, read } = counting(world.archive);
      const asked = { ...next, limit: 10, newestFirst };
      const page = await readMatching({ ...world.places, archive: files }, id, rare, asked);
      sizes.push(read.length);
      found.push(...(page?.entries ?? []).map(({ seq }) => seq));
      next = page?.next;
    }
    expect(found).toEqual([9_001n]);
    // Of 71 tiles. The entry after which a page goes on costs no tile.
    expect(sizes).toEqual([32, 32, 7]);
  });

  it.each([
    ['a month', { sinceMs: middleOf(31) }, 36],
    ['a part of a month', { sinceMs: middleOf(30) + 8_400, untilMs: middleOf(30) + 8_500 }, 5],
    ['no month', { sinceMs: middleOf(31) + 20_000 }, 0],
    ['what is older than all', { untilMs: middleOf(30) }, 0],
  ])('is read for the times of %s alone', async (_, times, most) => {
    for (const newestFirst of [false, true]) {
      const { files, read } = counting(world.archive);
      for (let next: Cursor | undefined = { after: 0n }; next;) {
        const asked = { ...next, limit: 10, newestFirst };
        const page = await readMatching(
          { ...world.places, archive: files },
          id,
          { ...rare, ...times },
          asked,
        );
        expect(page?.entries.length ?? 0).toBeLessThanOrEqual(1);
        next = page?.next;
      }
      expect(read.length).toBeLessThanOrEqual(most);
    }
  });

  it('says as pages without filters do that a file is gone or damaged', async () => {
    const file = (name: string): string => path.join(world.folder, id, name);
    const refused = { code: 'service.unavailable', message: 'the archive of the journal cannot be read' };
    const filtered = () => readMatching(places, id, { outcome: 'signed' }, { after: 0n, limit: 10 });
    const unfiltered = () => readJournal(places, id, { after: 0n, limit: 10 });
    for (const name of ['tile/entries/000', 'texts/000']) {
      const kept = readFileSync(file(name));
      renameSync(file(name), file(`${name}.gone`));
      for (const read of [filtered, unfiltered]) await expect(read()).rejects.toMatchObject(refused);
      writeFileSync(file(name), kept.subarray(0, kept.length - 9));
      for (const read of [filtered, unfiltered]) await expect(read()).rejects.toMatchObject(refused);
      renameSync(file(`${name}.gone`), file(name));
      expect((await filtered())?.entries).toHaveLength(10);
      expect((await unfiltered()).entries).toHaveLength(10);
    }
  });

  it('takes any cursor, and knows none that is not an entry', async () => {
    const page = { limit: 10, newestFirst: true };
    expect(await readMatching(places, id, rare, { ...page, after: 18_002n })).toBeUndefined();
    for (const place of [[99_999_999n], [0n], [99_999_999n, 5n]])
      for (const newestFirst of [false, true]) {
        const found = await readMatching(places, id, rare, { after: 0n, place, limit: 10, newestFirst });
        expect(found?.entries.length).toBeLessThanOrEqual(1);
      }
  });

  it('ends where its entries are not kept any more', async () => {
    expect(await world.archiveIn(35, 'keep', id, '6')).toBe(true);
    expect(await world.archiveIn(37)).toBe(true);
    const all = await allOf(id);
    expect(Number(all[0]?.seq)).toBe(8_961);
    for (const newestFirst of [false, true])
      expect(await numbers(id, { outcome: 'signed' }, { limit: 500, newestFirst })).toHaveLength(all.length);
    expect(await world.archiveIn(38)).toBe(true);
    expect(await numbers(id, rare, { limit: 10, newestFirst: false })).toEqual([]);
    const { rows } = await world.run(
      'select part from wallet.journal_archive_times where application_id = $1',
      id,
    );
    expect(rows).toEqual([{ part: '2' }]);
  });
});
