import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { genesisOf, hashOfEntry, leafDataOf, type ChainedEntry } from '@wallet-service/journal-format';
import { chainedOf, journalColumns, type JournalRow } from '@wallet-service/journal-format/stored';
import { appendLeaves, emptyRange, isCompactRange, leafHashOf } from '@wallet-service/transparency-log';
import { BrokenLog } from './broken-log.js';
import type { Log, LogMacs } from './log-macs.js';
import { insertTiles } from './tile-store.js';

type LogRow = { generation: bigint; size: bigint; hashes: Buffer; mac: Buffer };

/**
 * Appends the next entries of a journal's chain to its log, at most `limit`, after it has verified their hashes.
 * Resolves to the log, and whether it has all entries of the chain. Throws BrokenLog, and writes nothing, if chain and
 * log do not fit together. Other replicas that do the same wait. Those who append to the chain don't.
 */
export function growLog(
  database: Pool,
  macs: LogMacs,
  applicationId: string,
  limit: number,
): Promise<{ readonly log: Log; readonly isAtEnd: boolean }> {
  return inTransaction(
    database,
    async (transaction) => {
      const stored = await lockLog(transaction, macs, applicationId);
      const log = { ...stored, generation: await generationOf(transaction, applicationId, stored) };
      // Before the entries, so that the chain has at least as many.
      const end = await endOfChain(transaction, applicationId);
      const entries = await entriesAfter(transaction, applicationId, log.size, limit);
      const isAtEnd = entries.length < limit;
      if (end < BigInt(log.size)) throw new BrokenLog('it has more entries than the chain');
      if (isAtEnd && BigInt(log.size + entries.length) < end) throw new BrokenLog('the chain lacks its end');
      if (entries.length === 0 && log.generation === stored.generation) return { log, isAtEnd };
      const { range, completed } = appendLeaves(
        log,
        entries.map(({ entry }) => leafHashOf(leafDataOf(entry))),
      );
      const grown = { ...range, generation: log.generation };
      await insertTiles(transaction, applicationId, log.size, completed);
      await transaction.query(
        'update journal_logs set generation = $2, size = $3, hashes = $4, mac = $5 where application_id = $1',
        [
          applicationId,
          grown.generation,
          grown.size,
          Buffer.concat(grown.hashes),
          macs.of(applicationId, grown),
        ],
      );
      return { log: grown, isAtEnd };
    },
    { applicationId },
  );
}

async function lockLog(transaction: PoolClient, macs: LogMacs, applicationId: string): Promise<Log> {
  const empty = { ...emptyRange, generation: 1 };
  await transaction.query(
    `insert into journal_logs (application_id, generation, size, hashes, mac) values ($1, 1, 0, '', $2)
     on conflict (application_id) do nothing`,
    [applicationId, macs.of(applicationId, empty)],
  );
  const { rows } = await transaction.query<LogRow>(
    'select generation, size, hashes, mac from journal_logs where application_id = $1 for update',
    [applicationId],
  );
  const [row] = rows;
  if (!row) throw new BrokenLog('it was removed');
  return logOf(macs, applicationId, row);
}

/** Throws BrokenLog for a row that this service did not write. */
function logOf(macs: LogMacs, applicationId: string, { generation, size, hashes, mac }: LogRow): Log {
  const log = {
    generation: Number(generation),
    size: Number(size),
    hashes: Array.from({ length: hashes.length / 32 }, (_, at) => hashes.subarray(at * 32, (at + 1) * 32)),
  };
  if (!isCompactRange(log) || !macs.fits(mac, applicationId, log))
    throw new BrokenLog('its end was not written by this service');
  return log;
}

/**
 * When an operator last accepted a loss of the application, in Unix seconds. So a generation never comes back, whatever
 * database is restored.
 */
async function generationOf(
  transaction: PoolClient,
  applicationId: string,
  { generation }: Log,
): Promise<number> {
  const { rows } = await transaction.query<{ accepted: bigint | null }>(
    `select extract(epoch from max(time_accepted))::bigint as accepted from losses
     where application_id in ($1, '00000000-0000-0000-0000-000000000000')`,
    [applicationId],
  );
  return Math.max(generation, Number(rows[0]?.accepted ?? 0));
}

async function endOfChain(transaction: PoolClient, applicationId: string): Promise<bigint> {
  const { rows } = await transaction.query<{ seq: bigint }>(
    'select seq from journal_heads where application_id = $1',
    [applicationId],
  );
  if (!rows[0]) throw new BrokenLog('the chain has no head');
  return rows[0].seq;
}

/** The chain's entries from number `size + 1` on. Each one's hash follows from the one before. */
async function entriesAfter(
  transaction: PoolClient,
  applicationId: string,
  size: number,
  limit: number,
): Promise<readonly ChainedEntry[]> {
  const { rows } = await transaction.query<JournalRow>(
    `select ${journalColumns} from journal_entries where application_id = $1 and seq >= $2 order by seq limit $3`,
    [applicationId, size, limit + (size === 0 ? 0 : 1)],
  );
  const found = rows.map((row) => chainedOf(applicationId, row));
  const before = size === 0 ? genesisOf(applicationId) : found[0];
  if (before?.seq !== BigInt(size)) throw new BrokenLog(`entry ${size} is missing`);
  const entries = size === 0 ? found : found.slice(1);
  let { seq, hash } = before;
  for (const next of entries) {
    seq += 1n;
    hash = hashOfEntry(hash, seq, next.entry);
    if (next.seq !== seq || Buffer.compare(next.hash, hash) !== 0)
      throw new BrokenLog(`entry ${seq} was changed`);
  }
  return entries;
}
