import { randomUUID } from 'node:crypto';
import { archivedJournals } from './archived-journals.js';

// What somebody who writes to the database, or a second command, could make the archive lose.

let world: Awaited<ReturnType<typeof archivedJournals>>;
beforeAll(async () => {
  world = await archivedJournals('wallet_archive_defects');
  expect(await world.archiveIn(0)).toBe(true);
});
afterAll(() => world.end());

const takeLog = (id: string) => world.run('delete from wallet.journal_logs where application_id = $1', id);

it('keeps what was never archived, also of a journal whose log is gone, and the newest genuine entry of trust', async () => {
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
});

it('does not let the service’s role give a log to another application', async () => {
  await expect(
    world.runtime.query('update journal_logs set application_id = gen_random_uuid()'),
  ).rejects.toThrow('permission denied');
});
