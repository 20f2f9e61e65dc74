import { emptyRange } from '@wallet-service/transparency-log';
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
  database: Database,
  applicationId: string,
  from: bigint,
  work: (journal: JournalFound) => Promise<Result>,
): Promise<Result> {
  const client = await database.connect();
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(`select set_config('app.application_id', $1, true)`, [applicationId]);
    const isImported = await hasNoChain(client, applicationId);
    const stored = await readHead(client, applicationId);
    // The log of a chain begins when its import does, and has the entries that are imported.
    const head = isImported ? stored : (stored ?? { ...emptyRange, generation: 1 });
    const until = isImported ? undefined : BigInt(head?.size ?? 0);
    return await work({
      applicationId,
      head,
      checkpoints: await readNotes(client, applicationId, from),
      entries: storedEntries(client, applicationId, from, until),
      from,
      isImported,
      tiles: {
        count: await countTiles(client, applicationId),
        read: (level, index) => readTile(client, applicationId, level, index),
      },
    });
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
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

async function* storedEntries(
  client: Connection,
  applicationId: string,
  from: bigint,
  until: bigint | undefined,
): AsyncGenerator<PlacedEntry> {
  let after = from - 1n;
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

async function countTiles(client: Connection, applicationId: string): Promise<number> {
  const { rows } = await client.query(
    'select count(*) as count from wallet.journal_tiles where application_id = $1',
    [applicationId],
  );
  const [row] = rows as readonly { count: bigint }[];
  return Number(row?.count ?? 0);
}

async function readTile(
  client: Connection,
  applicationId: string,
  level: number,
  index: number,
): Promise<StoredTile | undefined> {
  const { rows } = await client.query(
    'select hashes, root from wallet.journal_tiles where application_id = $1 and level = $2 and tile = $3',
    [applicationId, level, index],
  );
  return rows[0] as StoredTile | undefined;
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
