import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import {
  genesisOf,
  hashOfEntry,
  isSignedChainCheckpoint,
  type JournalHead,
} from '@wallet-service/journal-format';
import {
  checkpointOf,
  journalColumns,
  storedEntryOf,
  type CheckpointRow,
  type JournalRow,
} from '@wallet-service/journal-format/stored';
import { everyApplication } from '../wallets/journal-stopped.js';
import { BrokenLog } from './broken-log.js';
import type { JournalMacs } from './journal-macs.js';
import { extendLog, lockLog, storeLogs, withLeaf } from './log-store.js';

// Journals were hash chains in earlier versions. A chain becomes the log's beginning once it is verified.

/** Of one transaction. */
const mostEntries = 2_000;
const mostBytes = 4 * 1024 * 1024;
/** Checkpoints that are verified before something else may run. */
const checkpointsAtOnce = 100;

export type ImportDeps = {
  readonly database: Pool;
  readonly macs: JournalMacs;
  /** The key that signs checkpoints of an application, as signers say. Undefined: they don't say. */
  readonly checkpointKeyOf: (applicationId: string) => Promise<Uint8Array | undefined>;
};

/** The applications whose journal is still a chain, and not stopped, the shortest first. */
export async function chainsToImport(database: Pool, except: readonly string[]): Promise<readonly string[]> {
  const { rows } = await database.query<{ application_id: string }>(
    `select h.application_id from journal_chain_heads as h where h.application_id <> all($1::uuid[])
       and not exists (
         select from losses as l where l.application_id in (h.application_id, '${everyApplication}')
           and l.time_accepted is null)
     order by h.seq, h.application_id limit 1000`,
    [except],
  );
  return rows.map((row) => row.application_id);
}

/**
 * Makes the log of an application from its chain. Goes on where another call ended, and does nothing while another
 * replica does it. Rejects with BrokenLog, and leaves the chain, unless it is whole: each entry follows the one before,
 * the last is the head, signers signed every checkpoint of it, and this service wrote the entries after the newest.
 * Never appends to what is a log already, whatever somebody puts beside it.
 */
export async function importChain(deps: ImportDeps, applicationId: string): Promise<void> {
  const signed = await newestCheckpoint(deps, applicationId);
  while (await importPage(deps, applicationId, signed));
}

/** Resolves to whether something is left for this replica to do. */
function importPage(
  { database, macs }: ImportDeps,
  applicationId: string,
  signed: JournalHead | undefined,
): Promise<boolean> {
  return inTransaction(
    database,
    async (transaction) => {
      const found = await lockLog(transaction, macs, applicationId, 'skip');
      const head = found && (await headOf(transaction, applicationId));
      if (!head) return false;
      if (found.size > 0 && !found.isImporting)
        throw new BrokenLog('somebody put a chain beside it, which it does not come from');
      const log = { ...found, isImporting: true as const };
      const before = await entryAt(transaction, applicationId, log.size);
      const rows = await rowsAfter(transaction, applicationId, { after: before.seq, until: head.seq });
      const last = verified(applicationId, { macs, before, signed }, rows);
      const leaves = rows.map((row) => withLeaf(storedEntryOf(applicationId, row)));
      const grown = await extendLog(transaction, applicationId, log, leaves);
      if (last.seq < head.seq && rows.length > 0) {
        await storeLogs(transaction, macs, new Map([[applicationId, grown]]));
        return true;
      }
      if (last.seq !== head.seq || !isSame(last.hash, head.hash))
        throw new BrokenLog(`the chain ends with entry ${last.seq} and not with its head`);
      if (signed && signed.seq > head.seq) throw new BrokenLog('signers signed a longer chain');
      await demandNoneAfter(transaction, applicationId, head.seq);
      await transaction.query('delete from journal_chain_heads where application_id = $1', [applicationId]);
      const { isImporting: _, ...imported } = grown;
      await storeLogs(transaction, macs, new Map([[applicationId, imported]]));
      return false;
    },
    { applicationId },
  );
}

export async function headOf(
  transaction: PoolClient,
  applicationId: string,
): Promise<JournalHead | undefined> {
  const { rows } = await transaction.query<{ seq: bigint; hash: Buffer }>(
    'select seq, hash from journal_chain_heads where application_id = $1',
    [applicationId],
  );
  return rows[0];
}

async function entryAt(transaction: PoolClient, applicationId: string, size: number): Promise<JournalHead> {
  if (size === 0) return genesisOf(applicationId);
  const { rows } = await transaction.query<{ seq: bigint; hash: Buffer | null }>(
    'select seq, hash from journal_entries where application_id = $1 and seq = $2',
    [applicationId, size],
  );
  const [row, another] = rows;
  if (!row?.hash) throw new BrokenLog(`entry ${size} of the chain is missing`);
  // Each partition has its own key.
  if (another) throw new BrokenLog(`two entries have the number ${size}`);
  return { seq: row.seq, hash: row.hash };
}

type ChainRow = JournalRow & { mac: Buffer | null };

async function rowsAfter(
  transaction: PoolClient,
  applicationId: string,
  { after, until }: { readonly after: bigint; readonly until: bigint },
): Promise<readonly ChainRow[]> {
  const { rows } = await transaction.query<ChainRow>(
    `with page as (
       select * from journal_entries where application_id = $1 and seq > $2 and seq <= $3 order by seq limit $4),
     measured as (
       select *, sum(bytes) over (order by seq) - bytes as bytes_before
         from (select *, octet_length(decision) + octet_length(details) as bytes from page) as sized)
     select ${journalColumns}, mac from measured where bytes_before < $5 order by seq`,
    [applicationId, after, until, mostEntries, mostBytes],
  );
  return rows;
}

/** The end of the rows. Throws BrokenLog unless each entry's hash follows from the one before. */
function verified(
  applicationId: string,
  {
    macs,
    before,
    signed,
  }: Pick<ImportDeps, 'macs'> & { readonly before: JournalHead; readonly signed: JournalHead | undefined },
  rows: readonly ChainRow[],
): JournalHead {
  let { seq, hash } = before;
  for (const { mac, ...row } of rows) {
    const stored = storedEntryOf(applicationId, row);
    seq += 1n;
    hash = hashOfEntry(hash, seq, stored.entry);
    if (stored.seq !== seq || !isSame(stored.chainHash, hash))
      throw new BrokenLog(`entry ${seq} of the chain was changed`);
    if (seq === signed?.seq && !isSame(signed.hash, hash))
      throw new BrokenLog(`no signer signed the chain at entry ${seq}`);
    // Anybody can make hashes.
    if (seq > (signed?.seq ?? 0n) && !macs.fitsEntry(mac, stored))
      throw new BrokenLog(`this service did not write entry ${seq} of the chain`);
  }
  return { seq, hash };
}

async function demandNoneAfter(transaction: PoolClient, applicationId: string, seq: bigint): Promise<void> {
  const { rowCount } = await transaction.query(
    'select from journal_entries where application_id = $1 and seq > $2 limit 1',
    [applicationId, seq],
  );
  if (rowCount !== 0) throw new BrokenLog(`the chain has entries after its head, which is entry ${seq}`);
}

/**
 * The newest checkpoint. Undefined: there is none. Rejects with BrokenLog unless all are of the chain, and of the key
 * that signers say.
 */
async function newestCheckpoint(
  { database, checkpointKeyOf }: ImportDeps,
  applicationId: string,
): Promise<JournalHead | undefined> {
  let newest: JournalHead | undefined;
  let publicKey: Uint8Array | undefined;
  for (;;) {
    const rows = await checkpointsAfter(database, applicationId, newest?.seq ?? 0n);
    if (rows.length > 0) publicKey ??= await checkpointKeyOf(applicationId);
    for (const { at, ...row } of rows) {
      if (!publicKey) throw new Error('no signer says which key signs the checkpoints');
      const checkpoint = checkpointOf(applicationId, row);
      const isSigned = isSame(checkpoint.publicKey, publicKey) && isSignedChainCheckpoint(checkpoint);
      if (!isSigned || !isSame(at, checkpoint.hash))
        throw new BrokenLog(`no signer signed the chain at entry ${checkpoint.seq}`);
      newest = { seq: row.seq, hash: checkpoint.hash };
    }
    if (rows.length < checkpointsAtOnce) return newest;
  }
}

function checkpointsAfter(database: Pool, applicationId: string, after: bigint) {
  return inTransaction(
    database,
    async (transaction) => {
      const { rows } = await transaction.query<CheckpointRow & { at: Buffer | null }>(
        `select c.seq, c.hash, c.signed_at, c.public_key, c.signature, e.hash as at from journal_chain_checkpoints as c
         left join lateral (
           select hash from journal_entries where application_id = $1 and seq = c.seq limit 1) as e on true
         where c.application_id = $1 and c.seq > $2 order by c.seq limit $3`,
        [applicationId, after, checkpointsAtOnce],
      );
      return rows;
    },
    { applicationId },
  );
}

function isSame(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && Buffer.compare(one, other) === 0;
}
