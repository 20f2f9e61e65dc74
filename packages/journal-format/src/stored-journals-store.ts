import {
  emptyRange,
  perfectSubtrees,
  readNodesOfTiles,
  tileWidth,
  type CompactRange,
} from '@wallet-service/transparency-log';
import { pathOfArchivedTile, readBlock, type ArchiveFiles } from './archived-entries.js';
import type { JournalFound, StoredTile } from './audit-journal.js';
import type { SignedChainCheckpoint } from './journal-checkpoint.js';
import type { JournalEntry, PlacedEntry, StoredEntry } from './journal-entry.js';
import type { StoredNote } from './log-checkpoint.js';
import type { LogHead } from './verify-log.js';

// The journal in the wallet service's tables. The caller provides the connections, such as those of `pg`.

/** Returns bigint columns as bigint. */
export type Connection = {
  readonly query: (sql: string, values?: unknown[]) => Promise<{ readonly rows: readonly unknown[] }>;
};
export type Database = Connection & {
  readonly connect: () => Promise<Connection & { readonly release: () => void }>;
};

/** Where journals are: in the database, and what is older in the archive. */
export type StoredPlaces = { readonly database: Database; readonly archive: ArchiveFiles };

export type JournalRow = {
  seq: bigint;
  recorded_at_ms: bigint;
  kind: JournalEntry['kind'];
  request_id: string;
  wallet_id: string;
  operation: string;
  payload_hashes: Buffer;
  jwt_hash: Buffer;
  decision: string;
  outcome: JournalEntry['outcome'];
  error_code: string;
  token_reused: boolean;
  trace_id: string;
  details: string;
  /** Of entries that were written when journals were hash chains. */
  hash: Buffer | null;
};

/** In the order of JournalRow. */
export const journalColumns = `seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash,
  decision, outcome, error_code, token_reused, trace_id, details, hash`;

/** A checkpoint of a chain, from before journals were logs. */
export type CheckpointRow = {
  seq: bigint;
  hash: Buffer;
  signed_at: bigint;
  public_key: Buffer;
  signature: Buffer;
};

const pageSize = 1_000;

/** The applications that have or had a journal. `database`: as any role that may read the schema `wallet`. */
export async function journaledApplications(database: Database): Promise<readonly string[]> {
  const { rows } = await database.query(
    `select application_id from wallet.journal_logs union select application_id from wallet.journal_chain_heads
      union select application_id from wallet.journal_checkpoints order by 1`,
  );
  return (rows as readonly { application_id: string }[]).map((row) => row.application_id);
}

/** Lets `work` read a snapshot of an application's journal from an entry on while the service continues to write. */
export async function withStoredJournal<Result>(
  { database, archive }: StoredPlaces,
  applicationId: string,
  from: bigint,
  work: (journal: JournalFound) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    // Before the snapshot: what it says is in the database is not dropped meanwhile.
    await client.query('lock table wallet.journal_entries in access share mode');
    // Citus hands on what this sets, and not what set_config sets.
    await client.query(`set local app.application_id = '${uuidOf(applicationId)}'`);
    const isImported = await hasNoChain(client, applicationId);
    const stored = await readHead(client, applicationId);
    // The log of a chain begins when its import does, and has the entries that are imported.
    const head = isImported ? stored : (stored ?? { ...emptyRange, generation: 1 });
    const until = isImported ? undefined : BigInt(head?.size ?? 0);
    const { archived, removed } = await readArchivedSizes(client, applicationId);
    const source = { client, archive, applicationId, archived };
    const first = BigInt(Math.max(Number(from), removed + 1));
    return await work({
      applicationId,
      head,
      checkpoints: await readNotes(client, applicationId, from),
      entries: storedEntries(source, first, until),
      removed: from <= BigInt(removed) ? await treeOf(source, removed, head?.size ?? 0) : undefined,
      from,
      isImported,
      tiles: {
        count: (await countTiles(client, applicationId)) + countGiven(archived),
        read: (level, index) => readTile(source, level, index),
      },
    });
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

function uuidOf(text: string): string {
  if (!/^[\da-f-]{36}$/i.test(text)) throw new Error('the id of an application is a UUID');
  return text;
}

async function readHead(client: Connection, applicationId: string): Promise<LogHead | undefined> {
  const { rows } = await client.query(
    'select generation, size, hashes from wallet.journal_logs where application_id = $1',
    [applicationId],
  );
  const [row] = rows as readonly { generation: bigint; size: bigint; hashes: Buffer }[];
  if (!row) return undefined;
  const { generation, size, hashes } = row;
  const parts = Array.from({ length: hashes.length / 32 }, (_, at) => hashes.subarray(32 * at, 32 * at + 32));
  return { generation: Number(generation), size: Number(size), hashes: parts };
}

async function hasNoChain(client: Connection, applicationId: string): Promise<boolean> {
  const { rows } = await client.query('select from wallet.journal_chain_heads where application_id = $1', [
    applicationId,
  ]);
  return rows.length === 0;
}

/** The checkpoints in order: those for the entry before `from` and later ones, or the last one if there are none. */
async function readNotes(
  client: Connection,
  applicationId: string,
  from: bigint,
): Promise<readonly StoredNote[]> {
  const { rows } = await client.query(
    `select generation, size, signed_at, note, public_key from wallet.journal_checkpoints
     where application_id = $1 and size >= least($2, (
       select size from wallet.journal_checkpoints where application_id = $1
       order by generation desc, size desc limit 1))
     order by generation, size`,
    [applicationId, from - 1n],
  );
  return (rows as readonly NoteRow[]).map(storedNoteOf);
}

export function storedNoteOf(row: NoteRow): StoredNote {
  return {
    note: row.note,
    publicKey: row.public_key,
    said: { generation: Number(row.generation), size: Number(row.size), time: Number(row.signed_at) },
  };
}

export type NoteRow = {
  readonly generation: bigint;
  readonly size: bigint;
  readonly signed_at: bigint;
  readonly note: string;
  readonly public_key: Buffer;
};

type Source = {
  readonly client: Connection;
  readonly archive: ArchiveFiles;
  readonly applicationId: string;
  /** How many entries are in the archive. */
  readonly archived: number;
};

/** `removed`: how many of the archived entries are not kept any more. They fill their tiles. */
async function readArchivedSizes(
  client: Connection,
  applicationId: string,
): Promise<{ readonly archived: number; readonly removed: number }> {
  const { rows } = await client.query(
    `select max(size) as size, max(size) filter (where removal <> '') as removed
     from wallet.journal_archives where application_id = $1`,
    [applicationId],
  );
  const [row] = rows as readonly { size: bigint | null; removed: bigint | null }[];
  const removed = Number(row?.removed ?? 0);
  return { archived: Number(row?.size ?? 0), removed: removed - (removed % tileWidth) };
}

/** The tree of the first `size` entries, which fill their tiles, from the tiles above them. `of`: of the whole log. */
async function treeOf(source: Source, size: number, of: number): Promise<CompactRange> {
  const read = readNodesOfTiles(async (tiles) => {
    const found: Uint8Array[] = [];
    for (const { level, index } of tiles)
      found.push((await readTile(source, level, index))?.hashes ?? (await rootsBelow(source, level, index)));
    return found;
  }, of);
  return { size, hashes: await read(perfectSubtrees(0, size)) };
}

/** What a tile that is not full is made of. */
async function rootsBelow(
  { client, applicationId }: Source,
  level: number,
  index: number,
): Promise<Uint8Array> {
  const { rows } = await client.query(
    `select root from wallet.journal_tiles where application_id = $1 and level = $2 and tile >= $3 and tile < $4
     order by tile`,
    [applicationId, level - 1, index * tileWidth, (index + 1) * tileWidth],
  );
  return Buffer.concat((rows as readonly { root: Buffer }[]).map(({ root }) => root));
}

async function* storedEntries(
  source: Source,
  from: bigint,
  until: bigint | undefined,
): AsyncGenerator<PlacedEntry> {
  let after = from - 1n;
  for await (const placed of archivedEntries(source, Number(after))) {
    yield placed;
    after = placed.seq;
  }
  const { client, applicationId } = source;
  for (;;) {
    const found = await client.query(
      `select ${journalColumns} from wallet.journal_entries
       where application_id = $1 and seq > $2 and ($4::bigint is null or seq <= $4) order by seq limit $3`,
      [applicationId, after, pageSize, until ?? null],
    );
    const rows = found.rows as readonly JournalRow[];
    for (const row of rows) yield { seq: row.seq, entry: entryOfRow(applicationId, row) };
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.seq;
  }
}

/** Ends where the archive lacks something. What comes next shows that. */
async function* archivedEntries(
  { client, archive, applicationId, archived }: Source,
  after: number,
): AsyncGenerator<PlacedEntry> {
  for (let at = after; at < archived;) {
    const index = Math.floor(at / tileWidth);
    const first = index * tileWidth;
    const block = { index, width: Math.min(tileWidth, archived - first) };
    const entries = await readBlock(archive, applicationId, block);
    if (!entries) return;
    yield* entries.slice(at - first);
    at = first + tileWidth;
    // A transaction that asks for nothing is ended soon.
    await client.query('select 1');
  }
}

/** How many tiles of a level the database gives to an archive of `size` entries: those whose tile above is full. */
export function tilesGiven(level: number, size: number): number {
  return Math.floor(size / tileWidth ** (level + 2)) * tileWidth;
}

function countGiven(archived: number): number {
  let count = 0;
  for (let level = 0; tilesGiven(level, archived) > 0; level += 1) count += tilesGiven(level, archived);
  return count;
}

async function countTiles(client: Connection, applicationId: string): Promise<number> {
  const { rows } = await client.query(
    'select count(*) as count from wallet.journal_tiles where application_id = $1',
    [applicationId],
  );
  const [row] = rows as readonly { count: bigint }[];
  return Number(row?.count ?? 0);
}

async function readTile(
  { client, archive, applicationId, archived }: Source,
  level: number,
  index: number,
): Promise<StoredTile | undefined> {
  const { rows } = await client.query(
    'select hashes, root from wallet.journal_tiles where application_id = $1 and level = $2 and tile = $3',
    [applicationId, level, index],
  );
  if (rows[0] || index >= tilesGiven(level, archived)) return rows[0] as StoredTile | undefined;
  const hashes = await archive.read(pathOfArchivedTile(applicationId, { level, index, width: tileWidth }));
  return hashes && { hashes, root: undefined };
}

export function checkpointOf(applicationId: string, row: CheckpointRow): SignedChainCheckpoint {
  return {
    applicationId,
    seq: Number(row.seq),
    hash: row.hash,
    time: Number(row.signed_at),
    publicKey: row.public_key,
    signature: row.signature,
  };
}

export function storedEntryOf(applicationId: string, row: JournalRow): StoredEntry {
  return { seq: row.seq, chainHash: row.hash, entry: entryOfRow(applicationId, row) };
}

export function entryOfRow(applicationId: string, row: JournalRow): JournalEntry {
  return {
    applicationId,
    recordedAtMs: Number(row.recorded_at_ms),
    kind: row.kind,
    requestId: row.request_id,
    walletId: row.wallet_id,
    operation: row.operation,
    payloadHashes: row.payload_hashes,
    jwtHash: row.jwt_hash,
    decision: row.decision,
    outcome: row.outcome,
    errorCode: row.error_code,
    tokenReused: row.token_reused,
    traceId: row.trace_id,
    details: row.details,
  };
}
