import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { createRecordTrust } from '../src/journal/applied-trust-store.js';
import type { AppliedTrust } from '../src/trust/applied-trust.js';
import { applicationKeyStore } from '../src/wallets/application-key-store.js';
import { createTampered } from '../src/wallets/tampering.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { storedLog } from './stored-log.js';
import { macs } from './test-macs.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';

// Several replicas journal what signers trust. Each change is one entry of the application's journal.

let database: WalletDatabase;
beforeAll(async () => {
  database = await walletDatabase('wallet_applied_trust');
});
afterAll(() => database.end());

function replica() {
  const pool = database.replica();
  const record = createRecordTrust({ database: pool, macs, now: Date.now, newId: randomUUID });
  const { append, sequencer } = journalUnderTest(pool);
  const { integrate } = sequencer;
  const read = async (applicationId: string) => {
    await integrate(applicationId);
    return storedLog(pool, applicationId);
  };
  return { record, sign: (id: string) => append(signedEntry(id)), integrate, read };
}

const applied = (version: number) => ({
  root_version: 1,
  document_version: version,
  document_sha256: 'ab'.repeat(32),
  providers: [],
});

async function recorded(applicationId: string): Promise<number[]> {
  const { entries } = await replica().read(applicationId);
  return entries
    .filter(({ entry }) => entry.operation === 'trust.applied')
    .map(({ entry }) => (JSON.parse(entry.details) as AppliedTrust).document_version);
}

it('writes one entry per change, however many replicas see it', async () => {
  const applicationId = randomUUID();
  const replicas = [replica(), replica(), replica()];
  for (const version of [1, 2, 1])
    await Promise.all(
      replicas.flatMap(({ record, sign, integrate }) => [
        record(applicationId, applied(version)),
        record(applicationId, applied(version)),
        sign(applicationId),
        integrate(applicationId),
      ]),
    );
  expect(await recorded(applicationId)).toEqual([1, 2, 1]);
  const { entries, isWhole } = await replica().read(applicationId);
  expect(isWhole).toBe(true);
  expect(entries).toHaveLength(3 + 9);
});

it('keeps applications apart', async () => {
  const [one, other] = [randomUUID(), randomUUID()];
  const { record } = replica();
  await record(one, applied(1));
  await record(other, applied(1));
  expect([await recorded(one), await recorded(other)]).toEqual([[1], [1]]);
});

it('lets an application get its first key after that, but none after a signature', async () => {
  const [fresh, used] = [randomUUID(), randomUUID()];
  const { record, sign } = replica();
  await record(fresh, applied(1));
  await record(used, applied(1));
  await sign(used);
  await record(used, applied(2));
  const found: string[] = [];
  const tampered = createTampered((finding) => found.push(finding));
  const keys = applicationKeyStore(database.replica(), tampered);
  expect(await keys.insertOrRead(fresh, Buffer.from('key'))).toEqual(Buffer.from('key'));
  // As if its key and the mark of that had been deleted.
  await expect(keys.insertOrRead(used, Buffer.from('key'))).rejects.toMatchObject({
    code: 'wallet.record-corrupt',
  });
  expect(found).toEqual(['application-key-missing']);
});

it('believes no entry that somebody else wrote', async () => {
  const applicationId = randomUUID();
  const { record, integrate } = replica();
  await record(applicationId, applied(1));
  await integrate(applicationId);
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(
    `insert into wallet.journal_entries
     select application_id, seq + 1, recorded_at_ms, kind, gen_random_uuid(), wallet_id, operation, payload_hashes,
       jwt_hash, decision, outcome, error_code, token_reused, trace_id, hash, $2, mac
     from wallet.journal_entries where application_id = $1`,
    [applicationId, JSON.stringify(applied(2))],
  );
  await record(applicationId, applied(2));
  const { rows } = await owner.query<{ details: string }>(
    'select details from wallet.journal_pending where application_id = $1',
    [applicationId],
  );
  await owner.end();
  expect(rows.map(({ details }) => JSON.parse(details) as unknown)).toEqual([applied(2)]);
});
