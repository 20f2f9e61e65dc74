import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  readNodesOfTiles,
  proveConsistency,
  rootOf,
  verifyConsistency,
  verifyInclusion,
  leafHashOf,
} from '@wallet-service/transparency-log';
import { leafDataOf } from '@wallet-service/journal-format';
import { inTransaction } from '@wallet-service/postgres';
import { monthsOverdue } from '../src/archive/months.js';
import { partitions } from '../src/archive/partitions-store.js';
import { journalFeed } from '../src/journal/journal-feed-store.js';
import { readLog } from '../src/journal/log-store.js';
import { insertPending } from '../src/journal/pending-store.js';
import { proveEntries, readLogFile } from '../src/journal/log-file-store.js';
import { readTiles } from '../src/journal/tile-store.js';
import { archivedJournals, middleOf } from './archived-journals.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { macs } from './test-macs.js';

// Months of journals go to an archive, and everything is read as before.

let world: Awaited<ReturnType<typeof archivedJournals>>;
beforeAll(async () => {
  world = await archivedJournals('wallet_archive');
});
afterAll(() => world.end());

const logOf = async (applicationId: string) => {
  const log = await inTransaction(world.runtime, (transaction) => readLog(transaction, macs, applicationId));
  if (!log) throw new Error('no log');
  return log;
};

/** What can be read of a journal: pages, tiles, bundles, and whether each entry is proven. */
async function everythingOf(applicationId: string) {
  const entries = await world.entriesOf(applicationId);
  const log = await logOf(applicationId);
  const size = entries.length;
  const files: Record<string, string | undefined> = {};
  for (const file of [
    ...['tile/0/000', 'tile/0/001', 'tile/1/000.p/1', 'tile/entries/000', 'tile/entries/001'],
    ...['tile/0/000.p/9', 'tile/entries/000.p/9', 'tile/0/001.p/3', 'tile/entries/001.p/3'],
  ]) {
    const content = await readLogFile(world.places, applicationId, file);
    files[file] = content && Buffer.from(content).toString('hex');
  }
  const proofs = await proveEntries(
    world.places,
    applicationId,
    entries.map(({ seq }) => seq).filter((seq) => seq % 31n === 0n),
    size,
  );
  const proven = entries.filter(({ seq, entry }) =>
    verifyInclusion(
      leafHashOf(leafDataOf(entry)),
      Number(seq) - 1,
      { size: log.size, root: rootOf(log) },
      proofs.get(seq) ?? [],
    ),
  );
  expect([size, proven.length]).toEqual([log.size, proofs.size]);
  return { entries, files };
}

it('reads everything as before when months are in the archive, and goes on there month after month', async () => {
  const id = randomUUID();
  expect(await world.archiveIn(0)).toBe(true);
  await world.writeIn(0, id, 300);
  await world.writeIn(1, id, 350);
  await world.signJournal(id);
  const before = await everythingOf(id);
  const early = await logOf(id);

  // JournalNotArchived fires while nobody runs the command.
  const overdue = async (month: number) => monthsOverdue(await partitions(world.runtime), middleOf(month), 1);
  expect([await overdue(2), await overdue(3)]).toEqual([0, 1]);

  // In March February stays.
  expect(await world.archiveIn(2)).toBe(true);
  expect((await world.inDatabase(id))[0]).toBe(1);
  expect(await everythingOf(id)).toEqual(before);
  await world.writeIn(2, id, 10);

  // The oldest partition has January and February.
  expect(await world.archiveIn(3)).toBe(true);
  expect(await world.inDatabase(id)).toEqual(Array.from({ length: 10 }, (_, index) => 651 + index));
  expect(await overdue(3)).toBe(0);
  const after = await everythingOf(id);
  expect(after.entries.slice(0, 650)).toEqual(before.entries);
  expect(after.files).toEqual(before.files);

  // What waits in the archive is made whole by later entries, of which some are in the archive and some not.
  await world.writeIn(3, id, 200);
  await world.writeIn(4, id, 200);
  const grown = await everythingOf(id);
  expect(grown.files['tile/entries/001']).toBe(after.files['tile/entries/001']);
  expect(await world.archiveIn(5)).toBe(true);
  expect(await everythingOf(id)).toEqual(grown);
  expect(await world.archiveIn(11)).toBe(true);
  expect(await world.inDatabase(id)).toEqual([]);
  expect(await everythingOf(id)).toEqual(grown);

  const log = await logOf(id);
  const nodes = readNodesOfTiles((tiles) => readTiles(world.places, id, tiles), log.size);
  const proof = await proveConsistency(nodes, early.size, log.size);
  const heads = [early, log].map((each) => ({ size: each.size, root: rootOf(each) })) as [never, never];
  expect(verifyConsistency(...heads, proof)).toBe(true);
  expect(await world.audited(id)).toMatchObject({ finding: { intact: true, entries: 1060 } });
  // Files that fuller ones replace stay: a database that is restored may name them.
  const files = readdirSync(path.join(world.folder, id), { recursive: true }).map(String).toSorted();
  expect(files.filter((file) => /\d{2,}$/.test(file))).toEqual(
    ['texts/', 'tile/0/', 'tile/entries/'].flatMap((folder) =>
      ['000', '001', '001.p/44', '002', '002.p/138', '002.p/148', '003', '003.p/92', '004.p/36'].map(
        (file) => folder + file,
      ),
    ),
  );

  // An idle journal that is wholly in the archive grows again.
  await world.writeIn(11, id, 300);
  expect((await everythingOf(id)).entries).toHaveLength(1360);
  expect((await world.audited(id)).finding).toEqual({ intact: true, entries: 1360 });
  expect(world.incidents).toEqual([]);
});

it('shows in an audit what somebody changed in the archive', async () => {
  const id = randomUUID();
  await world.writeIn(0, id, 300);
  expect(await world.archiveIn(11)).toBe(true);
  expect((await world.audited(id)).finding).toEqual({ intact: true, entries: 300 });
  const file = path.join(world.folder, id, 'tile/entries/000');
  const bundle = readFileSync(file);
  const changed = Buffer.from(bundle);
  const at = changed.indexOf('signed');
  changed.write('denied', at);
  writeFileSync(file, changed);
  expect((await world.audited(id)).finding).toMatchObject({ intact: false });
  writeFileSync(file, bundle);
  const texts = path.join(world.folder, id, 'texts/000');
  const kept = readFileSync(texts);
  writeFileSync(texts, readFileSync(path.join(world.folder, id, 'texts/001.p/44')));
  expect((await world.audited(id)).finding).toEqual({ intact: false, seq: 1n, problem: 'end-missing' });
  writeFileSync(texts, kept);
  expect((await world.audited(id)).finding).toEqual({ intact: true, entries: 300 });
});

it('archives nothing of a journal that was changed, and drops no month until an operator says so', async () => {
  const [changed, whole] = [randomUUID(), randomUUID()];
  for (const id of [changed, whole]) await world.writeIn(11, id, 5);
  await world.run(
    `update wallet.journal_entries set outcome = 'denied' where application_id = $1 and seq = 3`,
    changed,
  );
  const nextYear = 14;
  expect(await world.archiveIn(nextYear)).toBe(false);
  expect(world.incidents).toEqual([
    [
      expect.objectContaining({ applicationId: changed }),
      'INCIDENT: a journal cannot be archived, because it was altered',
    ],
  ]);
  expect(await world.inDatabase(whole)).toHaveLength(5);
  expect(await world.archiveIn(nextYear, '--leave', changed)).toBe(true);
  expect(await world.inDatabase(whole)).toEqual([]);
  expect(await world.inDatabase(changed)).toEqual([1, 2, 3, 4, 5]);
  const rows = await world.run('select from wallet.journal_archives where application_id = $1', changed);
  expect(rows.rowCount).toBe(0);
  await world.run('delete from wallet.journal_logs where application_id = $1', changed);
});

it('adds no entry of a month that is in the archive, so that nobody can repeat one', async () => {
  const id = randomUUID();
  const entry = signedEntry(id, { recordedAtMs: middleOf(14) });
  await insertPending(world.runtime, macs, [entry]);
  const { sequencer } = journalUnderTest(world.runtime);
  await sequencer.integrate(id);
  expect(await world.archiveIn(20)).toBe(true);
  expect(await world.inDatabase(id)).toEqual([]);
  const refused: unknown[] = [];
  const again = journalUnderTest(world.runtime, { onRefused: (_, details) => refused.push(details) });
  await insertPending(world.runtime, macs, [entry]);
  await again.sequencer.integrate(id);
  expect(refused).toEqual([expect.objectContaining({ applicationId: id, what: 'replayed' })]);
  expect((await logOf(id)).size).toBe(1);
});

it('archives a month for which nobody made a partition, and an entry whose clock was wrong', async () => {
  const id = randomUUID();
  await world.writeIn(500, id, 1);
  await world.writeIn(60, id, 300);
  const rest = `select from wallet.journal_entries where application_id = $1
    and tableoid = 'wallet.journal_entries_rest'::regclass`;
  expect((await world.run(rest, id)).rowCount).toBe(301);
  expect(await world.archiveIn(62)).toBe(true);
  // The one of later is in the archive too. It goes with its month.
  expect((await world.run(rest, id)).rowCount).toBe(1);
  expect((await everythingOf(id)).entries).toHaveLength(301);
});

it('waits for entries of the month that are not in the journal yet', async () => {
  const id = randomUUID();
  await world.writeIn(61, id, 3);
  await insertPending(world.runtime, macs, [signedEntry(id, { recordedAtMs: middleOf(61) })]);
  expect(await world.archiveIn(64)).toBe(false);
  expect(world.said.join()).toContain(`${id}: entries of a month that is over wait`);
  await journalUnderTest(world.runtime).sequencer.integrate(id);
  expect(await world.archiveIn(64)).toBe(true);
  expect(await world.entriesOf(id)).toHaveLength(4);
});

describe('how long the archive is kept', () => {
  const id = randomUUID();
  const kept = (...args: string[]) => world.archiveIn(70, 'keep', ...args);

  it('is at least what the installation demands', async () => {
    expect(await kept(id, '5')).toBe(false);
    expect(world.said.at(-1)).toBe('MONTHS must be at least 6, which is JOURNAL_RETENTION_MINIMUM_MONTHS');
    for (const wrong of [[id], [id, '0'], [id, 'x'], ['x', '7'], [id, '7', '8']])
      expect(await kept(...wrong)).toBe(false);
    expect(await kept(id, '7')).toBe(true);
  });

  it('ends with what fills whole tiles, and the audit says so and proves the rest', async () => {
    const other = randomUUID();
    for (const each of [id, other]) {
      await world.writeIn(70, each, 600);
      await world.writeIn(71, each, 100);
    }
    await world.signJournal(id);
    expect(await world.archiveIn(73)).toBe(true);
    const before = await world.entriesOf(id);
    const { note } = await world.audited(id);
    // Seven whole months since those entries are not over, and then they are.
    expect(await world.archiveIn(77)).toBe(true);
    expect(await world.entriesOf(id)).toEqual(before);
    expect(await world.archiveIn(78)).toBe(true);
    expect(await world.entriesOf(other)).toHaveLength(700);

    expect(await world.entriesOf(id)).toEqual(before.slice(512));
    expect(existsSync(path.join(world.folder, id, 'tile/entries/001'))).toBe(false);
    for (const file of ['tile/0/001', 'tile/entries/001'])
      expect(await readLogFile(world.places, id, file)).toBeUndefined();
    const audit = await world.audited(id);
    expect(audit).toMatchObject({ finding: { intact: true, entries: 700 }, from: 513n });
    expect(audit.unchecked).toContain('removed');
    expect((await world.audited(id, note)).finding).toEqual({ intact: true, entries: 700 });
    const feed = await journalFeed(world.places, macs).read(id, 0n, 10);
    expect(feed).toMatchObject({ suspects: [], next: 522n });

    // What is left is still proven, and compared with what signers signed.
    await world.writeIn(78, id, 400);
    expect((await world.audited(id)).finding).toEqual({ intact: true, entries: 1100 });
    const log = await logOf(id);
    const head = { size: log.size, root: rootOf(log) };
    const proofs = await proveEntries(world.places, id, [513n, 900n], log.size);
    for (const { seq, entry } of await world.entriesOf(id)) {
      const proof = proofs.get(seq);
      if (!proof) continue;
      expect(verifyInclusion(leafHashOf(leafDataOf(entry)), Number(seq) - 1, head, proof)).toBe(true);
    }
    await world.run(
      `update wallet.journal_tiles set root = set_byte(root, 7, get_byte(root, 7) # 1)
       where application_id = $1 and tile = 0`,
      id,
    );
    expect((await world.audited(id)).finding).toMatchObject({ intact: false, problem: 'rewritten' });
  });
});

it.each([
  [
    'say that months are in the archive',
    `insert into journal_archives values (gen_random_uuid(), 1, 1, '', 0)`,
  ],
  ['change what is said of them', 'update journal_archives set size = 1'],
  ['remove that', 'delete from journal_archives'],
  ['remove entries', 'delete from journal_entries'],
  ['say how long they are kept', 'insert into journal_retention values (gen_random_uuid(), 1)'],
  ['write to a partition', 'insert into journal_entries_rest select * from journal_entries'],
  ['read a partition', 'select * from journal_entries_rest'],
  ['drop a partition', 'drop table journal_entries_rest'],
])('does not let the service’s role %s', async (_, sql) => {
  await expect(world.runtime.query(sql)).rejects.toThrow(/permission denied|must be owner/);
});
