import type { Pool } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import { leafDataOf } from '@wallet-service/journal-format';
import { entryOfRow, journalColumns, type JournalRow } from '@wallet-service/journal-format/stored';
import {
  encodeEntryBundle,
  proveInclusion,
  readNodesOfTiles,
  readTilePath,
  tileWidth,
  widthOf,
} from '@wallet-service/transparency-log';
import { readEnd } from './journal-page-store.js';
import { readTiles } from './tile-store.js';

/**
 * A file of an application's log by its path of C2SP tlog-tiles: `checkpoint`, a tile, or a bundle of entries.
 * Undefined if the log has no such file, or not yet.
 */
export async function readLogFile(
  database: Pool,
  applicationId: string,
  path: string,
): Promise<Uint8Array | undefined> {
  const { size, checkpoint } = await inTransaction(
    database,
    (transaction) => readEnd(transaction, applicationId),
    { applicationId },
  );
  if (path === 'checkpoint') return checkpoint && Buffer.from(checkpoint.note);
  const file = readTilePath(path);
  if (!file) return undefined;
  const { level, index, width } = file;
  const tile = { level: level === 'entries' ? 0 : level, index, width };
  if (widthOf(tile, size) < width) return undefined;
  if (level === 'entries') return readBundle(database, applicationId, index, width);
  const [hashes] = await readTiles(database, applicationId, [tile]);
  return hashes;
}

async function readBundle(
  database: Pool,
  applicationId: string,
  index: number,
  width: number,
): Promise<Uint8Array | undefined> {
  const first = index * tileWidth;
  const { rows } = await inTransaction(
    database,
    (transaction) =>
      transaction.query<JournalRow>(
        `select ${journalColumns} from journal_entries where application_id = $1 and seq > $2 and seq <= $3
         order by seq`,
        [applicationId, first, first + width],
      ),
    { applicationId },
  );
  if (rows.length !== width) return undefined;
  return encodeEntryBundle(rows.map((row) => leafDataOf(entryOfRow(applicationId, row))));
}

/** Inclusion proofs (RFC 9162 section 2.1.3) of entries in the tree of the first `size`, which has all of them. */
export async function proveEntries(
  database: Pool,
  applicationId: string,
  seqs: readonly bigint[],
  size: number,
): Promise<ReadonlyMap<bigint, readonly Uint8Array[]>> {
  const known = new Map<string, Uint8Array>();
  const read = readNodesOfTiles(async (tiles) => {
    const nameOf = ({ level, index }: (typeof tiles)[number]): string => `${level}/${index}`;
    const missing = tiles.filter((tile) => !known.has(nameOf(tile)));
    const found = missing.length > 0 ? await readTiles(database, applicationId, missing) : [];
    for (const [at, tile] of missing.entries()) known.set(nameOf(tile), found[at] ?? new Uint8Array());
    return tiles.map((tile) => known.get(nameOf(tile)) ?? new Uint8Array());
  }, size);
  const proofs = new Map<bigint, readonly Uint8Array[]>();
  for (const seq of seqs) proofs.set(seq, await proveInclusion(read, Number(seq) - 1, size));
  return proofs;
}
