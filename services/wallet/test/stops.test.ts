import { randomUUID } from 'node:crypto';
import type { JournalEntry } from '@wallet-service/journal-format';
import { inTransaction } from '@wallet-service/postgres';
import { everyApplication } from '../src/wallets/journal-stopped.js';
import { insertPending } from '../src/journal/pending-store.js';
import { createTold } from '../src/durability/told.js';
import { continuityStore, type Lost } from '../src/durability/continuity-store.js';
import {
  acceptForgotten,
  acceptLoss,
  acceptRestore,
  examineLoss,
  resumeJournal,
  type AcceptDeps,
} from '../src/durability/accept-stops-store.js';
import { checkpointStore } from '../src/checkpoints/checkpoint-store.js';
import { applicationKeyStore } from '../src/wallets/application-key-store.js';
import { newExpressWallet, type Wallet } from '../src/wallets/wallet.js';
import { asOwnerOf } from './hostile-kit.js';
import { journalUnderTest } from './journal-under-test.js';
import { signedEntry } from './signed-entry.js';
import { macs } from './test-macs.js';
import { untampered } from './untampered.js';
import { walletDatabase, type WalletDatabase } from './wallet-database.js';
import { unarchived } from './unarchived.js';

// An application is stopped by a row, and an operator lets it go on.

let database: WalletDatabase;
let pool: ReturnType<WalletDatabase['replica']>;
let replica: ReturnType<typeof continuityStore>;
let deps: AcceptDeps;
beforeAll(async () => {
  database = await walletDatabase('wallet_stops');
  pool = database.replica();
  replica = newReplica();
  deps = { database: pool, macs, now: Date.now, newId: randomUUID };
});
afterAll(() => database.end());

const newReplica = () =>
  continuityStore({ database: pool, replicaId: randomUUID(), newId: randomUUID, macs });
const refused = {
  code: 'service.unavailable',
  message: 'the journal of the application is stopped: an operator must look at it',
};
const stop = (applicationId: string) =>
  replica.stopJournal(applicationId, 'journal-forked', { size_seen: 9 });

async function entriesOf(applicationId: string) {
  const { rows } = await pool.query<Pick<JournalEntry, 'kind' | 'operation' | 'details'>>(
    'select kind, operation, details from journal_pending where application_id = $1 order by pending_id',
    [applicationId],
  );
  return rows;
}

describe('a journal that is stopped', () => {
  it('takes no entry, also in a batch with those of others, which are written', async () => {
    const [bad, good] = [randomUUID(), randomUUID()];
    const { append } = journalUnderTest(pool);
    await stop(bad);
    const batch = await Promise.allSettled([bad, good, bad, good].map((id) => append(signedEntry(id))));
    expect(batch.map(({ status }) => status)).toEqual(['rejected', 'fulfilled', 'rejected', 'fulfilled']);
    await expect(append(signedEntry(bad))).rejects.toMatchObject(refused);
    expect([(await entriesOf(bad)).length, (await entriesOf(good)).length]).toEqual([0, 2]);
  });

  it('is stopped once for each reason', async () => {
    const applicationId = randomUUID();
    await stop(applicationId);
    await stop(applicationId);
    expect(await resumeJournal(deps, applicationId, 'looked')).toMatchObject([
      { reason: 'journal-forked', details: '{"size_seen":9}' },
    ]);
  });

  it('goes on when an operator says why, which is its next entry, and its log gets a new generation', async () => {
    const applicationId = randomUUID();
    const { write } = journalUnderTest(pool);
    await write(signedEntry(applicationId));
    const logs = checkpointStore(unarchived(pool), macs);
    expect((await logs.read(applicationId)).now.generation).toBe(1);
    await stop(applicationId);
    await resumeJournal(deps, applicationId, 'rows restored from a backup');
    const [entry] = await entriesOf(applicationId);
    expect(entry).toMatchObject({ kind: 'event', operation: 'journal.resumed' });
    expect(JSON.parse(entry?.details ?? '')).toMatchObject({
      because: 'rows restored from a backup',
      findings: [{ reason: 'journal-forked', found: { size_seen: 9 } }],
      last_checkpoint: null,
    });
    expect((await logs.read(applicationId)).now.generation).toBeGreaterThan(1);
    await write(signedEntry(applicationId));
    expect(await resumeJournal(deps, applicationId, 'again')).toEqual([]);
  });

  it('goes on also for an application without a key, which gets one', async () => {
    const applicationId = randomUUID();
    await stop(applicationId);
    await resumeJournal(deps, applicationId, 'looked');
    const keys = applicationKeyStore(pool, untampered);
    await keys.insertOrRead(applicationId, Buffer.from('key'));
    expect(await keys.find(applicationId)).toEqual(Buffer.from('key'));
  });

  it('gets a new generation of its log when the operator says that the database was restored', async () => {
    const applicationId = randomUUID();
    await journalUnderTest(pool).write(signedEntry(applicationId));
    const logs = checkpointStore(unarchived(pool), macs);
    expect((await logs.read(applicationId)).now.generation).toBe(1);
    await acceptRestore(deps, 'a restore');
    expect((await logs.read(applicationId)).now.generation).toBeGreaterThan(1);
  });

  it('costs one look into an index, however many were stopped and however many are', async () => {
    await asOwnerOf(
      database.url,
      `insert into wallet.losses
         (application_id, loss_id, replica_id, wallets, entries, time_noticed, time_accepted)
       select gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 0, 0, now(),
         case when n % 4 > 0 then now() end from generate_series(1, 20000) as n`,
    );
    await asOwnerOf(database.url, 'analyze wallet.losses');
    await inTransaction(pool, async (transaction) => {
      const statements: string[] = [];
      const recorded = {
        query: async ({ text, values }: { readonly text: string; readonly values: unknown[] }) => {
          const plan = await transaction.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
          statements.push(plan.rows.map((row) => row['QUERY PLAN']).join('\n'));
          return { rowCount: 1 };
        },
      };
      const [one, other] = [signedEntry(randomUUID()), signedEntry(randomUUID())];
      await insertPending(recorded as never, macs, [one]);
      await insertPending(recorded as never, macs, [one, other]);
      for (const plan of statements) {
        expect(plan).toContain('losses_open');
        expect(plan).not.toContain('Seq Scan on losses');
      }
    });
    await asOwnerOf(database.url, 'delete from wallet.losses');
  });
});

/** An ETH wallet with the public key of the private key 1. */
function walletOf(applicationId: string, subject: string): Wallet {
  const owner = { applicationId, issuer: 'https://id.example.com/', subject };
  return {
    ...newExpressWallet(randomUUID(), owner, 'ETH'),
    sealed: Buffer.from('sealed'),
    publicKey: Buffer.from('0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'),
    address: '0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf',
    recoveryRecord: undefined,
    timeCreated: 1_700_000_000,
    timeUpdated: undefined,
  };
}

/** A replica was told of these, and the server has none of it. */
async function loss(wallets: readonly Wallet[], entries: readonly JournalEntry[]): Promise<readonly Lost[]> {
  const told = createTold();
  for (const wallet of wallets) told.add({ wallet });
  for (const entry of entries) told.add({ entry });
  const { lost } = await newReplica().compare(told);
  return lost;
}

const storedOf = (applicationId: string) =>
  inTransaction(
    pool,
    async (transaction) => {
      const { rows } = await transaction.query<{ wallet_id: string; address: string }>(
        'select wallet_id, address from wallets where application_id = $1 order by address',
        [applicationId],
      );
      return rows;
    },
    { applicationId },
  );

describe('a loss', () => {
  it('is put back from what two replicas remember, once', async () => {
    const applicationId = randomUUID();
    const [first, second] = [walletOf(applicationId, 'first'), walletOf(applicationId, 'second')];
    const [one, other] = [signedEntry(applicationId), signedEntry(applicationId)];
    const lost = [...(await loss([first], [one])), ...(await loss([first, second], [one, other]))];
    const accepting = { applicationId, lost, because: 'failover', incomplete: false };
    const imported = { wallets: 2, entries: 2, keys: 0 };
    expect(await examineLoss(deps, accepting)).toMatchObject({ imported, untold: [], notImported: [] });
    expect(await storedOf(applicationId)).toEqual([]);
    expect(await acceptLoss(deps, accepting)).toMatchObject({ imported, untold: [], notImported: [] });
    expect((await storedOf(applicationId)).map(({ wallet_id: id }) => id).sort()).toEqual(
      [first.id, second.id].sort(),
    );
    const [event, ...entries] = await entriesOf(applicationId);
    expect(event).toMatchObject({ operation: 'journal.loss_accepted' });
    expect(JSON.parse(event?.details ?? '')).toMatchObject({ because: 'failover', imported });
    expect(entries).toHaveLength(2);
    expect(await acceptLoss(deps, accepting)).toMatchObject({
      stops: [],
      imported: { wallets: 0, entries: 0 },
    });
    expect(await entriesOf(applicationId)).toHaveLength(3);
  });

  it('is not accepted while a file is missing, or another wallet has the place of one that was lost', async () => {
    const applicationId = randomUUID();
    const wallet = walletOf(applicationId, 'user');
    const lost = await loss([wallet], [signedEntry(applicationId)]);
    const accepting = { applicationId, lost, because: 'failover', incomplete: false };
    await expect(acceptLoss(deps, { ...accepting, lost: [] })).rejects.toMatchObject({
      acceptance: { untold: [{ wallets: 1, entries: 1 }] },
    });
    await asOwnerOf(
      database.url,
      `insert into wallet.wallets (wallet_id, application_id, interface, owner_issuer, owner_subject, chain, network,
         record_version, sealed, public_key, address, time_created)
       values (gen_random_uuid(), $1, 'express', $2, 'user', 'ETH', 'ETH_MAINNET', 1, '\\x01', '\\x02', '0x03', now())`,
      applicationId,
      wallet.owner?.issuer,
    );
    await expect(acceptLoss(deps, accepting)).rejects.toMatchObject({
      acceptance: { notImported: [{ walletId: wallet.id }] },
    });
    await expect(insertPending(pool, macs, [signedEntry(applicationId)])).rejects.toMatchObject(refused);
    await acceptLoss(deps, { ...accepting, incomplete: true });
    expect(await storedOf(applicationId)).toMatchObject([{ address: '0x03' }]);
    expect(await entriesOf(applicationId)).toHaveLength(2);
  });

  it('of a wallet whose address is not that of its key is not put back', async () => {
    const applicationId = randomUUID();
    const wallet = { ...walletOf(applicationId, 'user'), address: `0x${'11'.repeat(20)}` };
    const lost = await loss([wallet], []);
    const loses = { applicationId, lost, because: 'failover', incomplete: false };
    expect(await examineLoss(deps, loses)).toMatchObject({
      notImported: [{ why: 'its address is not that of its public key' }],
    });
    await acceptLoss(deps, { ...loses, incomplete: true });
  });

  it('must be accepted before the journal can be resumed', async () => {
    const applicationId = randomUUID();
    const lost = await loss([walletOf(applicationId, 'user')], []);
    await stop(applicationId);
    await expect(resumeJournal(deps, applicationId, 'looked')).rejects.toMatchObject(refused);
    await acceptLoss(deps, { applicationId, lost, because: 'failover', incomplete: false });
    await insertPending(pool, macs, [signedEntry(applicationId)]);
  });

  it('that a replica has partly forgotten stops every application', async () => {
    const told = createTold(2_000);
    for (let count = 0; count < 9; count++) told.add({ entry: signedEntry(randomUUID()) });
    const forgetful = newReplica();
    const { server, lost } = await forgetful.compare(told);
    const ids = lost.map((each) => each.applicationId);
    expect(ids).toContain(everyApplication);
    const any = signedEntry(randomUUID());
    await expect(insertPending(pool, macs, [any])).rejects.toMatchObject(refused);
    expect((await forgetful.stopped(server, []))?.stops.applications).toContain(everyApplication);
    for (const applicationId of ids.filter((id) => id !== everyApplication)) {
      const accepting = { applicationId, lost, because: 'failover', incomplete: false };
      expect(await examineLoss(deps, accepting)).toMatchObject({ imported: { entries: 1 } });
    }
    await acceptForgotten(deps);
    await insertPending(pool, macs, [any]);
  });
});
