import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import {
  genesisOf,
  hashOfEntry,
  isSignedChainCheckpoint,
  leafDataOf,
  type JournalHead,
  type StoredEntry,
} from '@wallet-service/journal-format';
import {
  checkpointOf,
  journalColumns,
  storedEntryOf,
  type CheckpointRow,
  type JournalRow,
} from '@wallet-service/journal-format/stored';
import { leafHashOf } from '@wallet-service/transparency-log';
import { BrokenLog } from './broken-log.js';
import type { JournalMacs } from './journal-macs.js';
import { extendLog, lockLog, storeLogs } from './log-store.js';

// Journals were hash chains in earlier versions. A chain becomes the log's beginning once it is verified.

/** Entries of one transaction. */
const pageSize = 2_000;
/** Checkpoints that are verified before something else may run. */
const checkpointsAtOnce = 100;

/** The applications whose journal is still a chain, the shortest first. */
export async function chainsToImport(database: Pool, except: readonly string[]): Promise<readonly string[]> {
  const { rows } = await database.query<{ application_id: string }>(
    `select application_id from journal_chain_heads where application_id <> all($1::uuid[])
     order by seq, application_id limit 1000`,
    [except],
  );
  return rows.map((row) => row.application_id);
}

/**
 * Makes the log of an application from its chain. Goes on where another call ended, and several replicas may do it at
 * once. Rejects with BrokenLog, and leaves the chain, unless it is whole: each entry follows the one before, the last
 * is the head, every checkpoint that a signer signed is of the chain, and this service wrote the entries after the
 * newest.
 */
export async function importChain(database: Pool, macs: JournalMacs, applicationId: string): Promise<void> {
  while (await importPage(database, macs, applicationId));
}

/** Resolves to whether something is left to do. */
function importPage(database: Pool, macs: JournalMacs, applicationId: string): Promise<boolean> {
  return inTransaction(
    database,
    async (transaction) => {
      const log = await lockLog(transaction, macs, applicationId);
      const head = await headOf(transaction, applicationId);
      if (!head) return false;
      const before = await entryAt(transaction, applicationId, log.size);
      const entries = await entriesAfter(transaction, before, applicationId);
      const last = entries.at(-1);
      const grown = await extendLog(
        transaction,
        applicationId,
        log,
        entries.map(({ entry }) => leafHashOf(leafDataOf(entry))),
      );
      if (entries.length < pageSize) {
        const { seq, hash } = last ? { seq: last.seq, hash: last.chainHash } : before;
        if (seq !== head.seq || !isSame(hash, head.hash))
          throw new BrokenLog(`the chain ends with entry ${seq} and not with its head`);
        const signed = await demandCheckpoints(transaction, applicationId);
        await demandWritten(transaction, macs, applicationId, signed);
        await transaction.query('delete from journal_chain_heads where application_id = $1', [applicationId]);
      }
      await storeLogs(transaction, macs, new Map([[applicationId, grown]]));
      return entries.length === pageSize;
    },
    { applicationId },
  );
}

async function headOf(transaction: PoolClient, applicationId: string): Promise<JournalHead | undefined> {
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
  const [row] = rows;
  if (!row?.hash) throw new BrokenLog(`entry ${size} of the chain is missing`);
  return { seq: row.seq, hash: row.hash };
}

/** Each entry's hash follows from the one before. */
async function entriesAfter(
  transaction: PoolClient,
  before: JournalHead,
  applicationId: string,
): Promise<readonly StoredEntry[]> {
  const { rows } = await transaction.query<JournalRow>(
    `select ${journalColumns} from journal_entries where application_id = $1 and seq > $2 order by seq limit $3`,
    [applicationId, before.seq, pageSize],
  );
  const entries = rows.map((row) => storedEntryOf(applicationId, row));
  let { seq, hash } = before;
  for (const next of entries) {
    seq += 1n;
    hash = hashOfEntry(hash, seq, next.entry);
    if (next.seq !== seq || !isSame(next.chainHash, hash))
      throw new BrokenLog(`entry ${seq} of the chain was changed`);
  }
  return entries;
}

/**
 * Throws BrokenLog unless all checkpoints are of the chain, and of one key. Resolves to the number of the entry that
 * the newest is for. 0: there is none.
 */
async function demandCheckpoints(transaction: PoolClient, applicationId: string): Promise<number> {
  let after = 0;
  let publicKey: Uint8Array | undefined;
  for (;;) {
    const { rows } = await transaction.query<CheckpointRow & { at: Buffer | null }>(
      `select c.seq, c.hash, c.signed_at, c.public_key, c.signature, e.hash as at from journal_chain_checkpoints as c
       left join journal_entries as e on e.application_id = c.application_id and e.seq = c.seq
       where c.application_id = $1 and c.seq > $2 order by c.seq limit $3`,
      [applicationId, after, checkpointsAtOnce],
    );
    for (const { at, ...row } of rows) {
      const checkpoint = checkpointOf(applicationId, row);
      publicKey ??= checkpoint.publicKey;
      const isSigned = isSame(publicKey, checkpoint.publicKey) && isSignedChainCheckpoint(checkpoint);
      if (!isSigned || !isSame(at, checkpoint.hash))
        throw new BrokenLog(`no signer signed the chain at entry ${checkpoint.seq}`);
      after = checkpoint.seq;
    }
    if (rows.length < checkpointsAtOnce) return after;
  }
}

/** Throws BrokenLog unless this service wrote the entries after number `after`. Anybody can make hashes. */
async function demandWritten(
  transaction: PoolClient,
  macs: JournalMacs,
  applicationId: string,
  after: number,
): Promise<void> {
  for (let seq = BigInt(after); ;) {
    const { rows } = await transaction.query<JournalRow & { mac: Buffer | null }>(
      `select ${journalColumns}, mac from journal_entries where application_id = $1 and seq > $2
       order by seq limit $3`,
      [applicationId, seq, pageSize],
    );
    for (const { mac, ...row } of rows) {
      ({ seq } = row);
      if (!macs.fitsEntry(mac, storedEntryOf(applicationId, row)))
        throw new BrokenLog(`this service did not write entry ${seq} of the chain`);
    }
    if (rows.length < pageSize) return;
  }
}

function isSame(one: Uint8Array | null, other: Uint8Array): boolean {
  return one !== null && Buffer.compare(one, other) === 0;
}
