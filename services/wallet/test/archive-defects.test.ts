import { randomUUID } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { archiveJournal, type ArchiveJournalDeps } from '../src/archive/archive-journal-store.js';
import { EntriesWait } from '../src/archive/entries-wait.js';
import { insertPending } from '../src/journal/pending-store.js';
import { archivedJournals, middleOf } from './archived-journals.js';

import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { macs } from './test-macs.js';

// What somebody who writes to the database, or a second command, could make the archive lose.

let world: Awaited<ReturnType<typeof archivedJournals>>;
beforeAll(async () => {
  world = await archivedJournals('wallet_archive_defects');
  expect(await world.archiveIn(0)).toBe(true);
});
afterAll(() => world.end());

const takeLog = (id: string) => world.run('delete from wallet.journal_logs where application_id = $1', id);

it('keeps what was never archived, also without a log, and the newest genuine entry of trust', async () => {
  const [unknown, trusting] = [randomUUID(), randomUUID()];
  await world.writeIn(0, unknown, 5);
  await takeLog(unknown);
  await world.writeIn(0, trusting, 2);
  await world.writeIn(0, trusting, 1, { operation: 'trust.applied' });
  await world.writeIn(0, trusting, 2);
  await world.run(
    `insert into wallet.journal_entries (application_id, seq, recorded_at_ms, kind, request_id, wallet_id, operation,
       payload_hashes, jwt_hash, decision, outcome, error_code, token_reused, trace_id, details)
     select application_id, 1000000, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash,
       decision, outcome, error_code, token_reused, trace_id, details
     from wallet.journal_entries where application_id = $1 and seq = 3`,
    trusting,
  );
  expect(await world.archiveIn(4)).toBe(true);
  expect(await world.inDatabase(unknown)).toEqual([1, 2, 3, 4, 5]);
  expect(await world.inDatabase(trusting)).toEqual([3, 1000000]);
});

it('refuses a journal that has entries in the archive, but no log', async () => {
  const id = randomUUID();
  await world.writeIn(4, id, 3);
  await world.signJournal(id);
  await takeLog(id);
  expect(await world.archiveIn(8)).toBe(false);
  expect(await world.archiveIn(8, '--leave', id)).toBe(true);
  expect(await world.inDatabase(id)).toEqual([1, 2, 3]);
  await world.run('delete from wallet.journal_checkpoints where application_id = $1', id);
});

it('does not let the service’s role give a log to another application', async () => {
  await expect(
    world.runtime.query('update journal_logs set application_id = gen_random_uuid()'),
  ).rejects.toThrow('permission denied');
});

it('lets one of two commands go on, and counts nothing that is archived as not archived again', async () => {
  const id = randomUUID();
  await world.writeIn(8, id, 300);
  const owner = new pg.Pool({ connectionString: world.url, max: 2 });
  let second: Promise<boolean> | undefined;
  // The second archives all while the first writes its files.
  const archive: ArchiveJournalDeps['archive'] = {
    ...world.archive,
    async write(name, content) {
      second ??= world.archiveIn(12);
      expect(await second).toBe(true);
      await world.archive.write(name, content);
    },
  };
  const deps = { database: world.runtime, owner, archive, macs };
  await expect(archiveJournal(deps, id, middleOf(10))).rejects.toThrow('run one at a time');
  await owner.end();
  expect(await world.entriesOf(id)).toHaveLength(300);
});

it('seals no month for which an entry came to wait while its files were written', async () => {
  const id = randomUUID();
  await world.writeIn(12, id, 3);
  const owner = new pg.Pool({ connectionString: world.url, max: 2 });
  let late: Promise<void> | undefined;
  const archive: ArchiveJournalDeps['archive'] = {
    ...world.archive,
    async write(name, content) {
      await (late ??= insertPending(world.runtime, macs, [signedEntry(id, { recordedAtMs: middleOf(12) })]));
      await world.archive.write(name, content);
    },
  };
  const deps = { database: world.runtime, owner, archive, macs };
  await expect(archiveJournal(deps, id, middleOf(14))).rejects.toBeInstanceOf(EntriesWait);
  await owner.end();
  await world.writeIn(12, id, 1);
  expect(await world.archiveIn(15)).toBe(true);
  expect(await world.entriesOf(id)).toHaveLength(5);
});

it('archives the journals of others when files of one are gone, and removes none that a backup names', async () => {
  const [unreadable, other] = ['00000000-0000-4000-8000-000000000000', randomUUID()];
  const part = path.join(world.folder, unreadable, 'tile/entries/000.p/100');
  await world.writeIn(16, unreadable, 100);
  expect(await world.archiveIn(20)).toBe(true);
  renameSync(part, `${part}.away`);
  await world.writeIn(20, unreadable, 100);
  await world.writeIn(20, other, 3);
  expect(await world.archiveIn(24)).toBe(false);
  const archived = 'select from wallet.journal_archives where application_id = $1 and size = 3';
  expect((await world.run(archived, other)).rowCount).toBe(1);
  expect(world.incidents.at(-1)).toEqual([
    expect.objectContaining({ applicationId: unreadable }),
    'a journal could not be archived',
  ]);
  renameSync(`${part}.away`, part);
  expect(await world.archiveIn(24)).toBe(true);
  expect(existsSync(part)).toBe(true);
  expect(await world.entriesOf(unreadable)).toHaveLength(200);
});

it('keeps entries for the legal minimum when a late one with an old time was written after them', async () => {
  const id = randomUUID();
  expect(await world.archiveIn(31, 'keep', id, '6')).toBe(true);
  await world.writeIn(24, id, 1);
  await world.writeIn(29, id, 300);
  await world.writeIn(24, id, 1);
  expect(await world.archiveIn(31)).toBe(true);
  // Six months since the late one's time are over, and not since those of the others.
  expect(await world.archiveIn(33)).toBe(true);
  expect(await world.entriesOf(id)).toHaveLength(302);
  expect(await world.archiveIn(36)).toBe(true);
  expect(await world.entriesOf(id)).toHaveLength(46);
});

it('lets nobody repeat an entry of a dropped month that was archived with an earlier one', async () => {
  const id = randomUUID();
  expect(await world.archiveIn(38)).toBe(true);
  const early = signedEntry(id, { recordedAtMs: middleOf(41) });
  await world.writeIn(40, id, 1);
  await insertPending(world.runtime, macs, [early]);
  await world.writeIn(40, id, 1);
  expect(await world.archiveIn(44)).toBe(true);
  await insertPending(world.runtime, macs, [early]);
  const refused: unknown[] = [];
  await journalUnderTest(world.runtime, {
    onRefused: (_, details) => refused.push(details),
  }).sequencer.integrate(id);
  expect(refused).toEqual([expect.objectContaining({ applicationId: id, what: 'replayed' })]);
  expect(await world.entriesOf(id)).toHaveLength(3);
});

it.each([
  ['whose only entries of it wait', 48, []],
  ['that stays in the database', 54, ['--leave']],
])('seals no month of a journal %s', async (_, first, words) => {
  const id = randomUUID();
  expect(await world.archiveIn(first)).toBe(true);
  await world.writeIn(first, id, 3);
  expect(await world.archiveIn(first + 2)).toBe(true);
  await insertPending(world.runtime, macs, [signedEntry(id, { recordedAtMs: middleOf(first + 1) })]);
  const leave = words.flatMap((word) => [word, id]);
  expect(await world.archiveIn(first + 3, ...leave)).toBe(false);
  // In between may be what it says of another journal.
  expect(world.said.slice(-3).join()).toContain(`${id}: entries of a month that is over wait`);

  const refused: unknown[] = [];
  const { sequencer } = journalUnderTest(world.runtime, { onRefused: (_id, more) => refused.push(more) });
  await sequencer.integrate(id);
  expect(refused).toEqual([]);
  expect(await world.archiveIn(first + 3, ...leave)).toBe(true);
  expect(await world.entriesOf(id)).toHaveLength(4);
});

it('replaces no file of another installation in the same archive', async () => {
  const id = randomUUID();
  const copy = await archivedJournals('wallet_archive_copy', world.folder);
  try {
    await world.writeIn(60, id, 3);
    await copy.writeIn(60, id, 3);
    expect(await world.archiveIn(64)).toBe(true);
    expect(await copy.archiveIn(64)).toBe(false);
    const message: unknown = expect.stringContaining('was not replaced');
    const err: unknown = expect.objectContaining({ message });
    expect(copy.incidents).toEqual([
      [expect.objectContaining({ applicationId: id, err }), 'a journal could not be archived'],
    ]);
    expect(await world.entriesOf(id)).toHaveLength(3);
    expect((await world.audited(id)).finding).toEqual({ intact: true, entries: 3 });
    expect(await copy.inDatabase(id)).toEqual([1, 2, 3]);
  } finally {
    await copy.end();
  }
});
