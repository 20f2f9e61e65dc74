import type { JournalNote } from '@wallet-service/journal-format';
import { auditedDatabase, stranger, type AuditedDatabase } from './audited-database.js';

// The database owner tampers with the database. The audit must say what was changed and where.

let database: AuditedDatabase;
beforeAll(async () => {
  database = await auditedDatabase('wallet_audit');
});
afterAll(() => database.end());

it('finds a journal whole while the service writes, and says how far a signer has signed checkpoints', async () => {
  const id = await database.journal();
  const writing = database.write(id, 40);
  const { finding, entries, newest, unchecked } = await database.audited(id);
  expect(finding.intact).toBe(true);
  expect(entries).toBeGreaterThanOrEqual(8);
  expect(newest?.size).toBe(6);
  expect(unchecked).toEqual(['checkpoint-key', 'rollback', 'end']);
  await writing;
});

const truncateTo = async (id: string, seq: number): Promise<void> => {
  await database.run('delete from wallet.journal_entries where application_id = $1 and seq > $2', id, seq);
  await database.rewriteLog(id);
};

const denied = `update wallet.journal_entries set outcome = 'denied' where application_id = $1 and seq = $2`;
const changeEntry = (id: string, seq: number): Promise<unknown> => database.run(denied, id, seq);

const writeAnew = async (id: string, from: number): Promise<void> => {
  await changeEntry(id, from);
  await database.rewriteLog(id);
};

const forgetCheckpoints = (id: string): Promise<unknown> =>
  database.run('delete from wallet.journal_checkpoints where application_id = $1', id);

describe('in the database the audit finds', () => {
  it.each<[string, (id: string) => Promise<unknown>, bigint, string]>([
    ['an entry changed between two checkpoints', (id) => changeEntry(id, 4), 4n, 'rewritten'],
    ['an entry changed after the last one', (id) => changeEntry(id, 8), 8n, 'head-changed'],
    [
      'a removed entry',
      (id) => database.run(`delete from wallet.journal_entries where application_id = $1 and seq = 5`, id),
      5n,
      'entry-missing',
    ],
    [
      'two entries that changed places',
      async (id) => {
        for (const [from, to] of [
          [2, 99],
          [3, 2],
          [99, 3],
        ])
          await database.run(
            'update wallet.journal_entries set seq = $3 where application_id = $1 and seq = $2',
            id,
            from,
            to,
          );
      },
      1n,
      'rewritten',
    ],
    [
      'an end that was cut off',
      (id) => database.run('delete from wallet.journal_entries where application_id = $1 and seq > 6', id),
      7n,
      'end-missing',
    ],
    ['an end that was cut off together with the log’s', (id) => truncateTo(id, 5), 6n, 'end-missing'],
    [
      'a head that was set back',
      (id) => database.run(`update wallet.journal_logs set size = 7 where application_id = $1`, id),
      7n,
      'head-changed',
    ],
    [
      'a head that was replaced',
      (id) =>
        database.run(
          `update wallet.journal_logs set hashes = decode(repeat('00', 32), 'hex') where application_id = $1`,
          id,
        ),
      8n,
      'head-changed',
    ],
    [
      'a head that was removed',
      (id) => database.run('delete from wallet.journal_logs where application_id = $1', id),
      8n,
      'head-missing',
    ],
    [
      'a journal that was rewritten with good hashes, up to an earlier checkpoint',
      async (id) => {
        await writeAnew(id, 5);
      },
      4n,
      'rewritten',
    ],
    [
      'a checkpoint that was changed',
      (id) =>
        database.run(
          `update wallet.journal_checkpoints set note = regexp_replace(note, E'\\n6\\n', E'\\n7\\n')
           where application_id = $1 and size = 6`,
          id,
        ),
      4n,
      'checkpoint-forged',
    ],
    [
      'a checkpoint whose cosignature was removed',
      (id) =>
        database.run(
          `update wallet.journal_checkpoints set note = regexp_replace(note, '— wallet-service/signer [^ ]+\\n', '')
           where application_id = $1 and size = 3`,
          id,
        ),
      1n,
      'checkpoint-forged',
    ],
    [
      'a checkpoint that another generation hides',
      (id) =>
        database.run(
          'update wallet.journal_checkpoints set generation = 2 where application_id = $1 and size = 3',
          id,
        ),
      7n,
      'checkpoint-forged',
    ],
    [
      'a checkpoint of another time',
      (id) =>
        database.run(
          'update wallet.journal_checkpoints set signed_at = signed_at + 9 where application_id = $1 and size = 6',
          id,
        ),
      4n,
      'checkpoint-forged',
    ],
    [
      'a checkpoint under another key',
      async (id) => {
        await database.run(
          'delete from wallet.journal_checkpoints where application_id = $1 and size = 6',
          id,
        );
        await database.signJournal(id, stranger);
      },
      8n,
      'checkpoint-key-changed',
    ],
  ])('%s', async (_, tamper, seq, problem) => {
    const untouched = await database.journal();
    const id = await database.journal();
    await tamper(id);
    expect((await database.audited(id)).finding).toEqual({ intact: false, seq, problem });
    expect((await database.audited(untouched)).finding).toEqual({ intact: true, entries: 8 });
  });
});

describe('with earlier notes the audit also finds', () => {
  async function notedOf(id: string): Promise<JournalNote> {
    const { note } = await database.audited(id);
    if (!note) throw new Error('nothing was noted');
    return note;
  }

  it.each<[string, (id: string) => Promise<unknown>, bigint, string]>([
    [
      'an end that was cut off with the head and every later checkpoint',
      async (id) => {
        await truncateTo(id, 3);
        await database.run(
          'delete from wallet.journal_checkpoints where application_id = $1 and size > 3',
          id,
        );
      },
      4n,
      'end-missing',
    ],
    [
      'a journal that was rewritten with checkpoints under another key',
      async (id) => {
        await writeAnew(id, 5);
        await forgetCheckpoints(id);
        await database.signJournal(id, stranger);
      },
      8n,
      'checkpoint-key-changed',
    ],
    [
      'a journal that was rewritten without checkpoints',
      async (id) => {
        await writeAnew(id, 5);
        await forgetCheckpoints(id);
      },
      1n,
      'rewritten',
    ],
    ['checkpoints that were removed', forgetCheckpoints, 9n, 'checkpoint-missing'],
    ['another generation', (id) => database.signJournal(id, undefined, 1_800_000_000), 9n, 'loss-accepted'],
    [
      'a journal that was removed completely',
      async (id) => {
        for (const table of ['entries', 'logs', 'checkpoints'])
          await database.run(`delete from wallet.journal_${table} where application_id = $1`, id);
      },
      0n,
      'head-missing',
    ],
  ])('%s, and keeps its note', async (_, tamper, seq, problem) => {
    const id = await database.journal();
    const note = await notedOf(id);
    await tamper(id);
    const audit = await database.audited(id, note);
    expect(audit.finding).toEqual({ intact: false, seq, problem });
    expect(audit.note).toBe(note);
  });

  it('in the entries after the noted one alone, if it goes on there', async () => {
    const id = await database.journal();
    const note = await notedOf(id);
    await database.write(id, 4);
    await changeEntry(id, 2);
    const resumed = await database.audited(id, note, { resume: true });
    expect(resumed).toMatchObject({ finding: { intact: true, entries: 12 }, from: 9n });
    expect(resumed.unchecked).toEqual(['checkpoint-key', 'earlier', 'end']);
    expect((await database.audited(id, note)).finding).toMatchObject({ seq: 1n, problem: 'rewritten' });
    await changeEntry(id, 11);
    const { finding } = await database.audited(id, note, { resume: true });
    expect(finding).toEqual({ intact: false, seq: 12n, problem: 'head-changed' });
  });

  it('a key that was replaced since, and one that nobody vouched for stays so however often it was noted', async () => {
    const id = await database.journal();
    const note = await notedOf(id);
    expect(note.attested).toBe(false);
    const again = await database.audited(id, note);
    expect(again.unchecked).toEqual(['checkpoint-key', 'end']);
    expect(again.note?.attested).toBe(false);
    const pinned = await database.audited(id, note, { pinnedKey: note.checkpoint?.publicKey });
    expect(pinned.unchecked).toEqual(['end']);
    expect((await database.audited(id, pinned.note)).unchecked).toEqual(['end']);
  });

  it('no fault with a journal that has grown since', async () => {
    const id = await database.journal();
    const note = await notedOf(id);
    await database.write(id, 4);
    await database.signJournal(id);
    const audit = await database.audited(id, note);
    expect(audit.finding).toEqual({ intact: true, entries: 12 });
    expect(audit.note).toMatchObject({ size: 12 });
  });
});
