import { randomUUID } from 'node:crypto';
import { createPool } from '@wallet-service/postgres';
import { monthOf } from '../src/archive/months.js';
import { prepareMonths } from '../src/archive/partitions-store.js';
import { resumeWithoutChain } from '../src/durability/accept-stops-store.js';
import type { SequencerDeps } from '../src/journal/sequencer.js';
import { createTampered } from '../src/wallets/tampering.js';
import { asOwnerOf } from './hostile-kit.js';
import { earlierChain, earlierCheckpointKey } from './earlier-chain.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { storedLog } from './stored-log.js';
import { macs } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// Journals were hash chains in earlier versions. Replicas make logs of them while they sign.

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_imported_chains');
});
afterAll(() => database.end());

const quiet = { warn: () => undefined, info: () => undefined };
const chain = (count: number, checkpointsAt?: readonly number[]) =>
  earlierChain(database.url, count, checkpointsAt);
const asOwner = (sql: string, ...values: unknown[]) => asOwnerOf(database.url, sql, ...values);

function replica(
  checkpointKeyOf: SequencerDeps['checkpointKeyOf'] = () => Promise.resolve(earlierCheckpointKey),
) {
  const pool = database.replica();
  const found: string[] = [];
  const tampered = createTampered((finding, { applicationId = '' }) =>
    found.push(`${finding} ${applicationId}`),
  );
  return { ...journalUnderTest(pool, { tampered, checkpointKeyOf }), pool, found };
}

/** Writes an entry once more, in a later month, and resolves to its time there. Each partition has its own key. */
async function writtenTwice(applicationId: string, seq: number): Promise<number> {
  const later = monthOf(Date.now(), 2);
  const owner = createPool({ url: database.url, max: 1, logger: quiet, applicationName: 'owner' });
  await prepareMonths(owner, Date.now());
  await owner.end();
  await asOwner(
    `insert into wallet.journal_entries
     select (json_populate_record(e, json_build_object('recorded_at_ms', $3::bigint))).*
     from wallet.journal_entries as e where application_id = $1 and seq = $2`,
    ...[applicationId, seq, later],
  );
  return later;
}

function removeEntry(applicationId: string, seq: number, recordedAtMs: number): Promise<void> {
  return asOwner(
    'delete from wallet.journal_entries where application_id = $1 and seq = $2 and recorded_at_ms = $3',
    ...[applicationId, seq, recordedAtMs],
  );
}

async function isImported(applicationId: string): Promise<boolean> {
  const sql = 'select from journal_chain_heads where application_id = $1';
  return (await database.replica().query(sql, [applicationId])).rowCount === 0;
}

it('becomes a log of the same entries, once, though replicas import it at once and sign meanwhile', async () => {
  const { applicationId } = await chain(2_500, [1, 700, 2_400]);
  const replicas = [replica(), replica()];
  const before = signedEntry(applicationId);
  await replicas[0]?.append(before);
  // What is signed meanwhile waits.
  await replicas[0]?.sequencer.integrate(applicationId);
  await replicas[0]?.sequencer.turn();
  expect((await storedLog(database.replica(), applicationId)).entries).toHaveLength(2_500);
  await Promise.all(replicas.map(({ sequencer }) => sequencer.importChains()));
  expect(await isImported(applicationId)).toBe(true);
  await replicas[1]?.write(signedEntry(applicationId));
  const { entries, isWhole } = await storedLog(database.replica(), applicationId);
  expect(isWhole).toBe(true);
  expect(entries).toHaveLength(2_502);
  expect(entries[2_500]).toMatchObject({ chainHash: null, entry: { requestId: before.requestId } });
  expect(replicas.flatMap(({ found }) => found)).toEqual([]);
});

it('goes on where another replica ended', async () => {
  const { applicationId } = await chain(2_100);
  const pool = database.replica();
  let queries = 0;
  const dying = journalUnderTest({
    ...{ query: pool.query.bind(pool) },
    connect: () => ((queries += 1) === 3 ? Promise.reject(new Error('gone')) : pool.connect()),
  } as never);
  await expect(dying.sequencer.importChains()).rejects.toThrow('cannot be imported');
  const { rows } = await pool.query('select size from journal_logs where application_id = $1', [
    applicationId,
  ]);
  expect(rows).toEqual([{ size: 2_000n }]);
  await replica().sequencer.importChains();
  expect(await storedLog(pool, applicationId)).toMatchObject({ isWhole: true });
});

it.each([5, 2_000, 2_001])('is not imported while two entries have the number %i', async (seq) => {
  const { applicationId } = await chain(2_003);
  const later = await writtenTwice(applicationId, seq);
  const { sequencer, found } = replica();
  await sequencer.importChains();
  expect(await isImported(applicationId)).toBe(false);
  expect(found).toEqual([`journal-broken ${applicationId}`]);
  await removeEntry(applicationId, seq, later);
  await replica().sequencer.importChains();
  expect(await isImported(applicationId)).toBe(true);
});

it.each([
  ['an entry was changed', `update wallet.journal_entries set outcome = 'denied' where $ and seq = 4`],
  ['an entry was removed', 'delete from wallet.journal_entries where $ and seq = 4'],
  ['the last entry was removed', 'delete from wallet.journal_entries where $ and seq = 10'],
  ['its head was set back', 'update wallet.journal_chain_heads set seq = 9 where $'],
  [
    'entries follow its head',
    `update wallet.journal_chain_heads as h set seq = 9, hash = e.hash from wallet.journal_entries as e
     where e.application_id = h.application_id and e.seq = 9 and h.$`,
  ],
  ['its head was exchanged', `update wallet.journal_chain_heads set hash = sha256('x') where $`],
  [
    'somebody wrote an entry after the newest checkpoint',
    `update wallet.journal_entries set mac = sha256('x') where $ and seq = 9`,
  ],
  [
    'no signer signed a checkpoint',
    'update wallet.journal_chain_checkpoints set signed_at = 1 where $ and seq = 3',
  ],
  [
    'a checkpoint is of another chain',
    'update wallet.journal_chain_checkpoints set seq = 2 where $ and seq = 3',
  ],
])('is not imported if %s, which delays no other journal', async (_, sql) => {
  const { applicationId } = await chain(10, [3, 8]);
  await asOwner(sql.replace('$', `application_id = '${applicationId}'`));
  const { applicationId: longer } = await chain(11);
  const { append, sequencer, found } = replica();
  await sequencer.importChains();
  expect(await isImported(longer)).toBe(true);
  expect(await isImported(applicationId)).toBe(false);
  expect(found).toEqual([`journal-broken ${applicationId}`]);
  await expect(append(signedEntry(applicationId))).rejects.toMatchObject({ code: 'service.unavailable' });
  await asOwner('delete from wallet.journal_chain_heads where application_id = $1', applicationId);
});

it('is not imported if its checkpoints are of another key than the one that signers say', async () => {
  const { applicationId } = await chain(10, [3]);
  const { sequencer, found } = replica(() => Promise.resolve(Buffer.alloc(32, 1)));
  await sequencer.importChains();
  expect(found).toEqual([`journal-broken ${applicationId}`]);
  expect(await isImported(applicationId)).toBe(false);
  await replica().sequencer.importChains();
  expect(await isImported(applicationId)).toBe(true);
});

it('waits for signers that say no key, which delays no other journal', async () => {
  const [{ applicationId }, { applicationId: longer }] = [await chain(3, [3]), await chain(9)];
  const { sequencer, found } = replica(() => Promise.reject(new Error('no signer')));
  await expect(sequencer.importChains()).rejects.toThrow(
    `the journal of ${applicationId} cannot be imported`,
  );
  expect([await isImported(applicationId), await isImported(longer)]).toEqual([false, true]);
  expect(found).toEqual([]);
  await replica().sequencer.importChains();
});

it('is left alone while its application is stopped', async () => {
  const { applicationId } = await chain(3);
  await asOwner(
    `insert into wallet.losses (application_id, loss_id, replica_id, reason, wallets, entries, time_noticed)
     values ($1, gen_random_uuid(), gen_random_uuid(), 'journal-broken', 0, 0, now())`,
    applicationId,
  );
  await replica().sequencer.importChains();
  expect(await isImported(applicationId)).toBe(false);
  await asOwner('delete from wallet.losses where application_id = $1', applicationId);
  await replica().sequencer.importChains();
  expect(await isImported(applicationId)).toBe(true);
});

it('a log takes no entries of a chain that somebody puts beside it', async () => {
  const { applicationId } = await chain(3, [2]);
  const { sequencer, found, write } = replica();
  await sequencer.importChains();
  // Anybody can make the hashes of a chain.
  await asOwner(
    `insert into wallet.journal_entries
     select application_id, 4, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash,
       decision, outcome, error_code, token_reused, trace_id, sha256('x'), details, mac
     from wallet.journal_entries where application_id = $1 and seq = 3`,
    applicationId,
  );
  await asOwner(`insert into wallet.journal_chain_heads values ($1, 4, sha256('x'))`, applicationId);
  await sequencer.importChains();
  expect(found).toEqual([`journal-broken ${applicationId}`]);
  const { rows } = await database
    .replica()
    .query('select size from journal_logs where application_id = $1', [applicationId]);
  expect(rows).toEqual([{ size: 3n }]);
  await asOwner('delete from wallet.journal_chain_heads where application_id = $1', applicationId);
  await expect(write(signedEntry(applicationId))).rejects.toMatchObject({ code: 'service.unavailable' });
});

it('is imported once it was repaired', async () => {
  const { applicationId } = await chain(5);
  const change = (outcome: string) =>
    asOwner(
      `update wallet.journal_entries set outcome = $2 where application_id = $1`,
      applicationId,
      outcome,
    );
  await change('denied');
  await replica().sequencer.importChains();
  await change('signed');
  await replica().sequencer.importChains();
  expect(await storedLog(database.replica(), applicationId)).toMatchObject({ isWhole: true });
});

it('leaves the runtime role no way to begin or move a chain', async () => {
  for (const sql of [
    `insert into journal_chain_heads values (gen_random_uuid(), 1, sha256('x'))`,
    'update journal_chain_heads set seq = 1',
    'delete from journal_chain_checkpoints',
  ])
    await expect(database.replica().query(sql)).rejects.toMatchObject({ code: '42501' });
});

describe('that is not whole', () => {
  const resume = (applicationId: string) =>
    resumeWithoutChain(
      { database: database.replica(), macs, now: Date.now, newId: randomUUID },
      applicationId,
      'no backup has it',
    );

  it('is given up by an operator: the log takes it as it stands, and says so', async () => {
    const { applicationId } = await chain(2_100, [3, 1_000]);
    // In the second part of an import that has begun, at the end, and beyond it.
    await asOwner(
      'delete from wallet.journal_entries where application_id = $1 and seq in (2050, 2051, 2100)',
      applicationId,
    );
    await asOwner(
      `update wallet.journal_entries set outcome = 'denied' where application_id = $1 and seq = 2060`,
      applicationId,
    );
    const { sequencer, found, pool } = replica();
    await sequencer.importChains();
    expect(found).toEqual([`journal-broken ${applicationId}`]);
    expect(await resume(applicationId)).toEqual({ verified: 2_000, entries: 2_100, missing: 3 });
    expect(await isImported(applicationId)).toBe(true);
    await replica().write(signedEntry(applicationId));
    const { entries, isWhole } = await storedLog(pool, applicationId);
    expect(isWhole).toBe(true);
    expect(entries.map(({ seq }) => Number(seq))).toEqual(Array.from({ length: 2_102 }, (_, at) => at + 1));
    expect([2_049, 2_050, 2_099].map((at) => entries[at]?.entry.operation)).toEqual(
      Array.from({ length: 3 }, () => 'journal.entry_missing'),
    );
    expect(entries[2_100]?.entry.operation).toBe('journal.chain_given_up');
    expect(JSON.parse(entries[2_100]?.entry.details ?? '')).toMatchObject({
      because: 'no backup has it',
      verified: 2_000,
      entries: 2_100,
      missing: 3,
    });
  });

  it('stays as it is if an entry has a number that nobody gave', async () => {
    const { applicationId } = await chain(3);
    await asOwner(
      'update wallet.journal_entries set seq = 900000 where application_id = $1 and seq = 2',
      applicationId,
    );
    await expect(resume(applicationId)).rejects.toThrow(
      'more than 100000 entries of the chain are missing before entry 900000',
    );
    expect(await isImported(applicationId)).toBe(false);
    await asOwner('delete from wallet.journal_chain_heads where application_id = $1', applicationId);
  });

  it.each([1, 5, 2_000, 2_003])('stays as it is while two entries have the number %i', async (seq) => {
    const { applicationId } = await chain(2_003);
    const later = await writtenTwice(applicationId, seq);
    await expect(resume(applicationId)).rejects.toThrow(`two entries have the number ${seq}: remove one`);
    expect(await isImported(applicationId)).toBe(false);
    await removeEntry(applicationId, seq, later);
    expect(await resume(applicationId)).toEqual({ verified: 0, entries: 2_003, missing: 0 });
    expect(await storedLog(database.replica(), applicationId)).toMatchObject({ isWhole: true });
  });

  it('is nothing to give up once it is imported', async () => {
    const { applicationId } = await chain(3);
    await replica().sequencer.importChains();
    expect(await resume(applicationId)).toBeUndefined();
  });
});
