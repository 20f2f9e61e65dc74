import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { eventHandlers } from '../src/journal/event-handlers.js';
import { chainEntries, genesisOf, type ChainedEntry } from '../src/journal/journal-entry.js';
import { journalFeed } from '../src/journal/journal-feed-store.js';
import { createJournalMacs, type JournalMacs } from '../src/journal/journal-macs.js';
import { readJournal } from '../src/journal/journal-page-store.js';
import { journalStore } from '../src/journal/journal-store.js';
import { createJournal } from '../src/journal/journal.js';
import { createOutbox } from '../src/journal/outbox-store.js';
import { verifyChain } from '../src/journal/verify-chain.js';
import { signedEntry } from './signed-entry.js';
import { eventKey, macs } from './test-macs.js';
import { untampered } from './untampered.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// Somebody with the rights of the service's role, or of the database's owner, writes events of wallets. Nobody is told of them, and each is said.

let database: WalletDatabase;
let owner: pg.Client;
beforeAll(async () => {
  database = await walletDatabase('wallet_written_events');
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.end();
});

function replica(withMacs: JournalMacs = macs) {
  const pool = database.replica(2);
  const refused: { row: string; applicationId: string; what?: unknown }[] = [];
  const refuse = (row: string, details: { readonly applicationId: string }): void => {
    refused.push({ row, ...details });
  };
  const outbox = createOutbox({
    database: pool,
    macs: withMacs,
    now: Date.now,
    newId: randomUUID,
    tampered: untampered,
    onRefused: refuse,
  });
  const { append } = createJournal({ store: journalStore(pool, withMacs), tampered: untampered });
  const { ListEvents } = eventHandlers({
    feed: journalFeed(pool, withMacs),
    readJournal: (...page) => readJournal(pool, ...page),
    onSuspect: (applicationId, suspect) => {
      refuse('event', { applicationId, ...suspect });
    },
  });
  const context = { caller: 'webhooks', traceId: 'test', signal: new AbortController().signal, deadline: 0 };
  return {
    pool,
    append,
    flush: outbox.flush,
    /** What the feed tells: of events the address, of signatures the type. */
    told: async (applicationId: string, after = '0', limit = 0) => {
      const page = await ListEvents({ applicationId, after, limit, onlyEnd: false }, context);
      const names = (page.events ?? []).map(({ type = '', dataJson = '' }) => {
        const { address } = JSON.parse(dataJson) as { address?: string };
        return address ?? type;
      });
      return { names, next: page.next, more: page.more };
    },
    happen: (applicationId: string, ...addresses: readonly string[]) =>
      inTransaction(pool, async (transaction) => {
        for (const address of addresses)
          await outbox.record(transaction, {
            applicationId,
            walletId: randomUUID(),
            event: 'wallet.created',
            jwtHash: Buffer.alloc(32),
            tokenReused: false,
            details: { address },
            traceId: '',
          });
      }),
    refusedOf: (applicationId: string) =>
      refused
        .filter((one) => one.applicationId === applicationId)
        .map(({ row, what }) => `${row} ${String(what)}`),
  };
}

async function asTenant(pool: pg.Pool, applicationId: string, sql: string): Promise<pg.QueryResult> {
  return inTransaction(pool, (client) => client.query(sql, [applicationId]), { applicationId });
}

const outboxColumns =
  'application_id, recorded_at_ms, request_id, wallet_id, event, jwt_hash, details, trace_id, token_reused, mac';
/** A copy of the waiting row, with one thing or another put in the place of its own. */
const copyOf = (more: Readonly<Record<string, string>> = {}): string =>
  `insert into journal_outbox (${outboxColumns})
   select ${outboxColumns
     .split(', ')
     .map((column) => more[column] ?? column)
     .join(', ')} from journal_outbox where application_id = $1 order by outbox_id limit 1`;
const another = { request_id: 'gen_random_uuid()' };

describe('a row of the outbox that somebody else wrote', () => {
  it.each<[string, string]>([
    ['is forged without a MAC', copyOf({ ...another, mac: 'null' })],
    ['is forged with a MAC of 32 bytes', copyOf({ ...another, mac: `sha256('x')` })],
    ['is forged with a MAC of 1 byte', copyOf({ ...another, mac: `'\\x00'::bytea` })],
    ['tells of another address', copyOf({ ...another, details: `'{"address":"forged"}'` })],
    ['has a new id', copyOf(another)],
    ['is of another wallet', copyOf({ wallet_id: 'gen_random_uuid()' })],
    ['is another event', copyOf({ event: `'wallet.claimed'` })],
    ['has another time', copyOf({ recorded_at_ms: 'recorded_at_ms + 1' })],
    ['has another token', copyOf({ jwt_hash: `sha256('x')` })],
    ['is of a reused token', copyOf({ token_reused: 'not token_reused' })],
    ['has another trace', copyOf({ trace_id: `'x'` })],
    ['holds no JSON', copyOf({ ...another, details: `'no JSON'`, mac: 'null' })],
  ])('%s: it is not moved, and what stands before and behind it is', async (_, attack) => {
    const [applicationId, other] = [randomUUID(), randomUUID()];
    const { pool, happen, flush, told, refusedOf } = replica();
    await happen(applicationId, 'first');
    expect((await pool.query(attack, [applicationId])).rowCount).toBe(1);
    await happen(applicationId, 'second');
    await happen(other, 'of another application');
    await flush();
    await flush();
    expect((await told(applicationId)).names).toEqual(['first', 'second']);
    expect((await told(other)).names).toEqual(['of another application']);
    expect(refusedOf(applicationId)).toEqual(['outbox written']);
    expect((await pool.query('select from journal_outbox')).rowCount).toBe(0);
    const kept = await owner.query(
      'select mac from wallet.journal_outbox_refused where application_id = $1',
      [applicationId],
    );
    expect(kept.rowCount).toBe(1);
  });

  it('is moved to another application: neither is told of it', async () => {
    const [applicationId, victim] = [randomUUID(), randomUUID()];
    const { pool, happen, flush, told, refusedOf } = replica();
    await happen(applicationId, 'mine');
    await pool.query(
      `insert into journal_outbox (${outboxColumns}) select ${outboxColumns.replace('application_id', '$2::uuid')}
       from journal_outbox where application_id = $1`,
      [applicationId, victim],
    );
    await flush();
    expect((await told(victim)).names).toEqual([]);
    expect((await told(applicationId)).names).toEqual(['mine']);
    expect(refusedOf(victim)).toEqual(['outbox written']);
  });

  it('is put back with its MAC, beside itself, after it was moved and at two replicas at once: it is told once', async () => {
    const applicationId = randomUUID();
    const [one, two] = [replica(), replica()];
    await one.happen(applicationId, 'once');
    await one.pool.query(copyOf(), [applicationId]);
    const { rows } = await one.pool.query<Record<string, unknown>>(
      `select ${outboxColumns} from journal_outbox where application_id = $1 limit 1`,
      [applicationId],
    );
    await one.flush();
    const places = outboxColumns.split(', ').map((_, index) => `$${index + 1}`);
    for (let again = 0; again < 4; again++) {
      await one.pool.query(
        `insert into journal_outbox (${outboxColumns}) values (${places.join(', ')})`,
        outboxColumns.split(', ').map((column) => rows[0]?.[column]),
      );
      await Promise.all([one.flush(), two.flush()]);
    }
    expect((await one.told(applicationId)).names).toEqual(['once']);
    expect([...one.refusedOf(applicationId), ...two.refusedOf(applicationId)]).toEqual(
      Array.from({ length: 5 }, () => 'outbox replayed'),
    );
  });

  it('comes a thousand times: it holds nobody up', async () => {
    const [applicationId, other] = [randomUUID(), randomUUID()];
    const { pool, happen, flush, told, refusedOf } = replica();
    await pool.query(
      `insert into journal_outbox (application_id, recorded_at_ms, request_id, wallet_id, event, jwt_hash, details, trace_id)
       select $1, 1, gen_random_uuid(), gen_random_uuid(), 'wallet.created', '', '{}', '' from generate_series(1, 1000)`,
      [applicationId],
    );
    await happen(other, 'behind it');
    await happen(applicationId, 'behind it too');
    await flush();
    expect((await told(other)).names).toEqual(['behind it']);
    expect((await told(applicationId)).names).toEqual(['behind it too']);
    expect(refusedOf(applicationId)).toHaveLength(1_000);
  });

  it('is kept where the role can neither change nor remove it', async () => {
    const { pool } = replica();
    for (const sql of ['delete from journal_outbox_refused', 'update journal_outbox_refused set mac = null'])
      await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
  });
});

const entryColumns =
  'application_id, seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash, decision, outcome, error_code, token_reused, trace_id, hash, details, mac';

describe('an entry of the journal that somebody else wrote', () => {
  /** Three events of an application, which are the entries 1 to 3. */
  async function journal() {
    const applicationId = randomUUID();
    const one = replica();
    await one.happen(applicationId, 'first', 'second', 'third');
    await one.flush();
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
  ])('is edited by the owner of the database (%s): it alone is not told', async (change) => {
    const { applicationId, told, refusedOf } = await journal();
    await owner.query(`update wallet.journal_entries set ${change} where application_id = $1 and seq = 2`, [
      applicationId,
    ]);
    expect((await told(applicationId)).names).toEqual(['first', 'third']);
    expect(refusedOf(applicationId)).toEqual(['event written']);
  });

  it.each([
    ['copied behind the others', (column: string) => (column === 'seq' ? '4' : column)],
    [
      'copied to another application',
      (column: string) => (column === 'application_id' ? '$2' : column === 'seq' ? '4' : column),
    ],
  ])('is %s with its hash and MAC: it is not told', async (_, put) => {
    const { applicationId, pool, told, refusedOf } = await journal();
    const { applicationId: victim } = await journal();
    const into = put('application_id') === '$2' ? victim : applicationId;
    const columns = entryColumns
      .split(', ')
      .map((column) => put(column).replace('$2', `'${victim}'::uuid`))
      .join(', ');
    await asTenant(
      pool,
      applicationId,
      `insert into journal_entries (${entryColumns}) select ${columns} from journal_entries where application_id = $1 and seq = 1`,
    );
    const page = replica();
    expect((await page.told(into)).names).toEqual(['first', 'second', 'third']);
    expect([...refusedOf(into), ...page.refusedOf(into)]).toEqual(['event written']);
  });

  it('is appended as a whole, with the head: it is not told, and what comes behind it is', async () => {
    const { applicationId, pool, append, told, refusedOf } = await journal();
    const head = await readJournal(pool, applicationId, 0n, 1);
    // A stranger's own key is no help.
    const stranger = createJournalMacs(Buffer.alloc(32, 1), undefined);
    const forged = createJournal({ store: journalStore(pool, stranger), tampered: untampered });
    await forged.append(signedEntry(applicationId));
    const after = await told(applicationId);
    expect(after).toMatchObject({ names: ['first', 'second', 'third'], next: '3' });
    await append(signedEntry(applicationId));
    expect((await told(applicationId, after.next)).names).toEqual(['signature.created']);
    expect(refusedOf(applicationId)).toEqual(['event written', 'event written']);
    // The chain needs no key: it is whole, as before.
    const { entries, head: newHead } = await readJournal(pool, applicationId, 0n, 100);
    expect(verifyChain(applicationId, entries, newHead)).toEqual({ intact: true, entries: 5 });
    expect(newHead.seq).toBe(head.head.seq + 2n);
  });

  it('stands far behind the head: the reader does not run ahead', async () => {
    const { applicationId, pool, append, told, refusedOf } = await journal();
    await asTenant(
      pool,
      applicationId,
      `insert into journal_entries (${entryColumns})
       select $1, 1000 + n, 1, 'event', gen_random_uuid(), gen_random_uuid(), 'wallet.created', '', sha256('x'), '', '', '', false, '',
         sha256('x'), '{}', null from generate_series(1, 20) as n`,
    );
    expect(await told(applicationId, '3', 10)).toMatchObject({ names: [], next: '3', more: false });
    await append(signedEntry(applicationId));
    expect(await told(applicationId, '3', 10)).toMatchObject({ names: ['signature.created'], next: '4' });
    expect(refusedOf(applicationId)).toContain('event written');
  });

  it('was removed, or the reader was sent ahead: it is said', async () => {
    const { applicationId, told, refusedOf } = await journal();
    await owner.query('delete from wallet.journal_entries where application_id = $1 and seq = 2', [
      applicationId,
    ]);
    expect((await told(applicationId)).names).toEqual(['first', 'third']);
    expect(await told(applicationId, '9')).toMatchObject({ names: [], next: '9' });
    expect(refusedOf(applicationId)).toEqual(['event missing', 'event missing']);
  });

  it('fills a whole page: it holds nobody up', async () => {
    const { applicationId, pool, append, told } = await journal();
    const stranger = createJournalMacs(Buffer.alloc(32, 1), undefined);
    const forged = createJournal({ store: journalStore(pool, stranger), tampered: untampered });
    for (let index = 0; index < 4; index++) await forged.append(signedEntry(applicationId));
    await append(signedEntry(applicationId));
    expect(await told(applicationId, '3', 2)).toEqual({ names: [], next: '5', more: true });
    expect(await told(applicationId, '5', 2)).toEqual({ names: [], next: '7', more: true });
    expect((await told(applicationId, '7', 2)).names).toEqual(['signature.created']);
  });
});

describe('rows from before there were MACs', () => {
  const until = Date.now() + 3_600_000;

  async function before() {
    const applicationId = randomUUID();
    const old = replica();
    await old.happen(applicationId, 'entry');
    await old.flush();
    await old.happen(applicationId, 'waiting');
    await owner.query('update wallet.journal_entries set mac = null where application_id = $1', [
      applicationId,
    ]);
    await owner.query('update wallet.journal_outbox set mac = null where application_id = $1', [
      applicationId,
    ]);
    return applicationId;
  }

  it('are told, and moved with a MAC, while rows are adopted', async () => {
    const applicationId = await before();
    const adopting = replica(createJournalMacs(eventKey, until));
    await adopting.flush();
    expect((await adopting.told(applicationId)).names).toEqual(['entry', 'waiting']);
    expect(adopting.refusedOf(applicationId)).toEqual([]);
    // Later the entry of before is refused, and what was moved meanwhile is genuine.
    const later = replica(createJournalMacs(eventKey, until, () => until));
    expect((await later.told(applicationId, '1')).names).toEqual(['waiting']);
    expect(later.refusedOf(applicationId)).toEqual([]);
  });

  it('are refused otherwise, can be put back, and their journal is read and verified as before', async () => {
    const applicationId = await before();
    const { pool, flush, told, refusedOf } = replica();
    await flush();
    expect((await told(applicationId)).names).toEqual([]);
    expect(refusedOf(applicationId)).toEqual(['outbox written', 'event written']);
    const { entries, head } = await readJournal(pool, applicationId, 0n, 10);
    expect(verifyChain(applicationId, entries, head)).toEqual({ intact: true, entries: 1 });
    const columns = outboxColumns;
    await owner.query(
      `insert into wallet.journal_outbox (${columns}) select ${columns} from wallet.journal_outbox_refused where application_id = $1`,
      [applicationId],
    );
    const adopting = replica(createJournalMacs(eventKey, until));
    await adopting.flush();
    expect((await adopting.told(applicationId)).names).toEqual(['entry', 'waiting']);
  });

  it('count with a wrong MAC at no time', async () => {
    const applicationId = await before();
    await owner.query(`update wallet.journal_outbox set mac = sha256('x') where application_id = $1`, [
      applicationId,
    ]);
    const adopting = replica(createJournalMacs(eventKey, until));
    await adopting.flush();
    expect((await adopting.told(applicationId)).names).toEqual(['entry']);
    expect(adopting.refusedOf(applicationId)).toEqual(['outbox written']);
  });
});

it('leaves the hashes of the chain as they were', () => {
  const entry = signedEntry('018f0000-0000-7000-8000-000000000001', {
    recordedAtMs: 1,
    requestId: '018f0000-0000-7000-8000-000000000002',
    walletId: '018f0000-0000-7000-8000-000000000003',
    payloadHashes: Buffer.alloc(32, 1),
    jwtHash: Buffer.alloc(32, 2),
  });
  const [first] = chainEntries(genesisOf(entry.applicationId), [entry]) as [ChainedEntry];
  expect(Buffer.from(first.hash).toString('hex')).toBe(
    '01d9fb70311856ebec472479a70ec849a4eaf9a81211bf4446b2a4966219c88a',
  );
});
