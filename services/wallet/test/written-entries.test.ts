import { randomUUID } from 'node:crypto';
import { leafDataOf } from '@wallet-service/journal-format';
import { leafHashOf } from '@wallet-service/transparency-log';
import { createJournalMacs } from '../src/journal/journal-macs.js';
import { signedEntry } from './signed-entry.js';
import { asTenant, owner, replica, startWorld, stopWorld } from './written-events-world.js';

// Somebody writes entries of the journal. Webhooks get none of them, and each raises an alarm.

beforeAll(() => startWorld('wallet_written_entries'));
afterAll(stopWorld);

const entryColumns =
  'application_id, seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash, ' +
  'decision, outcome, error_code, token_reused, trace_id, details, mac';

describe('an entry of the journal that somebody else wrote', () => {
  /** Three events of an application, which are the entries 1 to 3. */
  async function journal() {
    const applicationId = randomUUID();
    const one = replica();
    await one.happen(applicationId, 'first', 'second', 'third');
    await one.integrate(applicationId);
    return { applicationId, ...one };
  }

  it.each([
    'recorded_at_ms = recorded_at_ms + 1',
    `kind = 'result', outcome = 'signed'`,
    'request_id = gen_random_uuid()',
    'wallet_id = gen_random_uuid()',
    `operation = 'wallet.claimed'`,
    `payload_hashes = sha256('x')`,
    `jwt_hash = sha256('x')`,
    `decision = '{}'`,
    `outcome = 'denied'`,
    `error_code = 'policy.denied'`,
    'token_reused = not token_reused',
    `trace_id = 'x'`,
    `details = '{"address":"forged"}'`,
    `details = 'no JSON'`,
    `hash = sha256('x')`,
    `mac = sha256('x')`,
    'mac = null',
  ])('is edited by the database owner (%s): only this entry is not delivered', async (change) => {
    const { applicationId, told, refusedOf } = await journal();
    await owner.query(`update wallet.journal_entries set ${change} where application_id = $1 and seq = 2`, [
      applicationId,
    ]);
    expect((await told(applicationId)).names).toEqual(['first', 'third']);
    expect(refusedOf(applicationId)).toEqual(['event written']);
  });

  it.each([
    ['copied to the end', (column: string) => (column === 'seq' ? '4' : column)],
    [
      'copied to another application',
      (column: string) => (column === 'application_id' ? '$2' : column === 'seq' ? '4' : column),
    ],
  ])('is %s with its hash and MAC: it is not delivered', async (_, put) => {
    const { applicationId, pool, refusedOf } = await journal();
    const { applicationId: victim } = await journal();
    const into = put('application_id') === '$2' ? victim : applicationId;
    const columns = entryColumns
      .split(', ')
      .map((column) => put(column).replace('$2', `'${victim}'::uuid`))
      .join(', ');
    await asTenant(
      pool,
      applicationId,
      `insert into journal_entries (${entryColumns}) select ${columns} from journal_entries
        where application_id = $1 and seq = 1`,
    );
    const page = replica();
    expect((await page.told(into)).names).toEqual(['first', 'second', 'third']);
    expect([...refusedOf(into), ...page.refusedOf(into)]).toEqual(['event written']);
  });

  it('is appended by somebody without the key: it gets no place', async () => {
    const { applicationId, write, told } = await journal();
    const stranger = createJournalMacs(Buffer.alloc(32, 1), undefined);
    await expect(replica(stranger).write(signedEntry(applicationId))).rejects.toThrow('journal-broken');
    expect(await told(applicationId)).toMatchObject({ names: ['first', 'second', 'third'], next: '3' });
    await write(signedEntry(applicationId));
    expect((await told(applicationId, '3')).names).toEqual(['signature.created']);
  });

  it('lies far past the head: the reader does not jump ahead', async () => {
    const { applicationId, pool, write, told, refusedOf } = await journal();
    await asTenant(
      pool,
      applicationId,
      `insert into journal_entries (${entryColumns})
       select $1, 1000 + n, 1, 'event', gen_random_uuid(), gen_random_uuid(), 'wallet.created', '', sha256('x'),
         '', '', '', false, '',
         '{}', null from generate_series(1, 20) as n`,
    );
    expect(await told(applicationId, '3', 10)).toMatchObject({ names: [], next: '3', more: false });
    await write(signedEntry(applicationId));
    expect(await told(applicationId, '3', 10)).toMatchObject({ names: ['signature.created'], next: '4' });
    expect(refusedOf(applicationId)).toContain('event written');
  });

  it('was removed, or the reader was moved ahead: an alarm is raised', async () => {
    const { applicationId, told, refusedOf } = await journal();
    await owner.query('delete from wallet.journal_entries where application_id = $1 and seq = 2', [
      applicationId,
    ]);
    expect((await told(applicationId)).names).toEqual(['first', 'third']);
    expect(await told(applicationId, '9')).toMatchObject({ names: [], next: '9' });
    expect(refusedOf(applicationId)).toEqual(['event missing', 'event missing']);
  });

  it('fills a whole page: it delays nobody', async () => {
    const { applicationId, write, told } = await journal();
    for (let index = 0; index < 4; index++) await write(signedEntry(applicationId));
    await owner.query(
      `update wallet.journal_entries set mac = sha256('x') where application_id = $1 and seq > 3`,
      [applicationId],
    );
    await write(signedEntry(applicationId));
    expect(await told(applicationId, '3', 2)).toEqual({ names: [], next: '5', more: true });
    expect(await told(applicationId, '5', 2)).toEqual({ names: [], next: '7', more: true });
    expect((await told(applicationId, '7', 2)).names).toEqual(['signature.created']);
  });
});

it('leaves the leaves of the log unchanged', () => {
  const entry = signedEntry('018f0000-0000-7000-8000-000000000001', {
    recordedAtMs: 1,
    requestId: '018f0000-0000-7000-8000-000000000002',
    walletId: '018f0000-0000-7000-8000-000000000003',
    payloadHashes: Buffer.alloc(32, 1),
    jwtHash: Buffer.alloc(32, 2),
  });
  expect(Buffer.from(leafHashOf(leafDataOf(entry))).toString('hex')).toBe(
    '5f89ed95e519ceb419a02a5469e74d080e9ea74b5e940e8a25cfd4674f089583',
  );
});
