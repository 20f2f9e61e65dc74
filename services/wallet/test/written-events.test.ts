import { randomUUID } from 'node:crypto';
import { createJournalMacs } from '../src/journal/journal-macs.js';
import { storedLog } from './stored-log.js';
import { eventKey } from './test-macs.js';
import { asTenant, owner, replica, startWorld, stopWorld } from './written-events-world.js';

// Somebody writes wallet events that are on their way to the journal. None of them is delivered, and each raises an
// alarm.

beforeAll(() => startWorld('wallet_written_events'));
afterAll(stopWorld);

const pendingColumns =
  'application_id, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash, ' +
  'decision, outcome, error_code, token_reused, trace_id, details, mac';
/** A copy of the waiting row, with some of its values replaced. */
const copyOf = (more: Readonly<Record<string, string>> = {}): string =>
  `insert into journal_pending (${pendingColumns})
   select ${pendingColumns
     .split(', ')
     .map((column) => more[column] ?? column)
     .join(', ')} from journal_pending where application_id = $1 order by pending_id limit 1`;
const another = { request_id: 'gen_random_uuid()' };

describe('a pending row that somebody else wrote', () => {
  it.each<[string, string]>([
    ['is forged without a MAC', copyOf({ ...another, mac: 'null' })],
    ['is forged with a MAC of 32 bytes', copyOf({ ...another, mac: `sha256('x')` })],
    ['is forged with a MAC of 1 byte', copyOf({ ...another, mac: `'\\x00'::bytea` })],
    ['has another address', copyOf({ ...another, details: `'{"address":"forged"}'` })],
    ['has a new id', copyOf(another)],
    ['is of another wallet', copyOf({ wallet_id: 'gen_random_uuid()' })],
    ['is another event', copyOf({ operation: `'wallet.claimed'` })],
    ['has another time', copyOf({ recorded_at_ms: 'recorded_at_ms + 1' })],
    ['has another token', copyOf({ jwt_hash: `sha256('x')` })],
    ['is of a reused token', copyOf({ token_reused: 'not token_reused' })],
    ['has another trace', copyOf({ trace_id: `'x'` })],
    ['holds text that is not JSON', copyOf({ ...another, details: `'no JSON'`, mac: 'null' })],
  ])('%s: it is not moved, and the events before and after it are', async (_, attack) => {
    const [applicationId, other] = [randomUUID(), randomUUID()];
    const { pool, happen, integrate, told, refusedOf } = replica();
    await happen(applicationId, 'first');
    expect((await pool.query(attack, [applicationId])).rowCount).toBe(1);
    await happen(applicationId, 'second');
    await happen(other, 'of another application');
    for (const id of [applicationId, other]) await integrate(id);
    expect((await told(applicationId)).names).toEqual(['first', 'second']);
    expect((await told(other)).names).toEqual(['of another application']);
    expect(refusedOf(applicationId)).toEqual(['pending written']);
    expect((await pool.query('select from journal_pending')).rowCount).toBe(0);
    const kept = await owner.query(
      'select mac from wallet.journal_pending_refused where application_id = $1',
      [applicationId],
    );
    expect(kept.rowCount).toBe(1);
  });

  it('is moved to another application: neither gets it', async () => {
    const [applicationId, victim] = [randomUUID(), randomUUID()];
    const { pool, happen, integrate, told, refusedOf } = replica();
    await happen(applicationId, 'mine');
    await pool.query(
      `insert into journal_pending (${pendingColumns}) select ${pendingColumns.replace('application_id', '$2::uuid')}
       from journal_pending where application_id = $1`,
      [applicationId, victim],
    );
    for (const id of [applicationId, victim]) await integrate(id);
    expect((await told(victim)).names).toEqual([]);
    expect((await told(applicationId)).names).toEqual(['mine']);
    expect(refusedOf(victim)).toEqual(['pending written']);
  });

  it('is delivered once, even if it is put back with its MAC after it was moved, and at two replicas', async () => {
    const applicationId = randomUUID();
    const [one, two] = [replica(), replica()];
    await one.happen(applicationId, 'once');
    await one.pool.query(copyOf(), [applicationId]);
    const { rows } = await one.pool.query<Record<string, unknown>>(
      `select ${pendingColumns} from journal_pending where application_id = $1 limit 1`,
      [applicationId],
    );
    await one.integrate(applicationId);
    const places = pendingColumns.split(', ').map((_, index) => `$${index + 1}`);
    for (let again = 0; again < 4; again++) {
      await one.pool.query(
        `insert into journal_pending (${pendingColumns}) values (${places.join(', ')})`,
        pendingColumns.split(', ').map((column) => rows[0]?.[column]),
      );
      await Promise.all([one.integrate(applicationId), two.integrate(applicationId)]);
    }
    expect((await one.told(applicationId)).names).toEqual(['once']);
    expect([...one.refusedOf(applicationId), ...two.refusedOf(applicationId)]).toEqual(
      Array.from({ length: 5 }, () => 'pending replayed'),
    );
  });

  it('comes a thousand times: it delays nobody', async () => {
    const [applicationId, other] = [randomUUID(), randomUUID()];
    const { pool, happen, integrate, told, refusedOf } = replica();
    await pool.query(
      `insert into journal_pending (${pendingColumns})
       select $1, 1, 'event', gen_random_uuid(), gen_random_uuid(), 'wallet.created', '', sha256(''), '', '', '',
         false, '', '{}', null from generate_series(1, 1000)`,
      [applicationId],
    );
    await happen(other, 'behind it');
    await happen(applicationId, 'behind it too');
    for (const id of [applicationId, other]) await integrate(id);
    expect((await told(other)).names).toEqual(['behind it']);
    expect((await told(applicationId)).names).toEqual(['behind it too']);
    expect(refusedOf(applicationId)).toHaveLength(1_000);
  });

  it('is kept where the role can neither change nor remove it', async () => {
    const { pool } = replica();
    for (const sql of [
      'delete from journal_pending_refused',
      'update journal_pending_refused set mac = null',
    ])
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});
it('an entry that waits is moved, though somebody put a copy of it after the end of the journal', async () => {
  const applicationId = randomUUID();
  const { pool, happen, integrate, told, refusedOf } = replica();
  await happen(applicationId, 'first');
  await asTenant(
    pool,
    applicationId,
    `insert into journal_entries (seq, ${pendingColumns})
     select 900000000000000, ${pendingColumns} from journal_pending where application_id = $1`,
  );
  await integrate(applicationId);
  expect((await told(applicationId)).names).toEqual(['first']);
  expect(refusedOf(applicationId)).not.toContain('pending replayed');
});

describe('rows from before there were MACs', () => {
  const until = Date.now() + 3_600_000;

  async function before() {
    const applicationId = randomUUID();
    const old = replica();
    await old.happen(applicationId, 'entry');
    await old.integrate(applicationId);
    await old.happen(applicationId, 'waiting');
    await owner.query('update wallet.journal_entries set mac = null where application_id = $1', [
      applicationId,
    ]);
    await owner.query('update wallet.journal_pending set mac = null where application_id = $1', [
      applicationId,
    ]);
    return applicationId;
  }

  it('are delivered, and moved with a MAC, while old rows are adopted', async () => {
    const applicationId = await before();
    const adopting = replica(createJournalMacs(eventKey, until));
    await adopting.integrate(applicationId);
    expect((await adopting.told(applicationId)).names).toEqual(['entry', 'waiting']);
    expect(adopting.refusedOf(applicationId)).toEqual([]);
    // Later the old entry is refused, and what was moved in the meantime is genuine.
    const later = replica(createJournalMacs(eventKey, until, { now: () => until }));
    expect((await later.told(applicationId, '1')).names).toEqual(['waiting']);
    expect(later.refusedOf(applicationId)).toEqual([]);
  });

  it('are refused otherwise, can be put back, and their journal is read and verified as before', async () => {
    const applicationId = await before();
    const { pool, integrate, told, refusedOf } = replica();
    await integrate(applicationId);
    expect((await told(applicationId)).names).toEqual([]);
    expect(refusedOf(applicationId)).toEqual(['pending written', 'event written']);
    expect(await storedLog(pool, applicationId)).toMatchObject({ isWhole: true });
    const columns = pendingColumns;
    await owner.query(
      `insert into wallet.journal_pending (${columns}) select ${columns} from wallet.journal_pending_refused
        where application_id = $1`,
      [applicationId],
    );
    const adopting = replica(createJournalMacs(eventKey, until));
    await adopting.integrate(applicationId);
    expect((await adopting.told(applicationId)).names).toEqual(['entry', 'waiting']);
  });

  it('never count with a wrong MAC', async () => {
    const applicationId = await before();
    await owner.query(`update wallet.journal_pending set mac = sha256('x') where application_id = $1`, [
      applicationId,
    ]);
    const adopting = replica(createJournalMacs(eventKey, until));
    await adopting.integrate(applicationId);
    expect((await adopting.told(applicationId)).names).toEqual(['entry']);
    expect(adopting.refusedOf(applicationId)).toEqual(['pending written']);
  });
});
