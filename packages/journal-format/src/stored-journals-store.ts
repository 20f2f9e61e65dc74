import type { JournalFound } from './audit-journal.js';
import type { SignedCheckpoint } from './journal-checkpoint.js';
import type { ChainedEntry, JournalEntry, JournalHead } from './journal-entry.js';

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
  hash: Buffer;
};

/** In the order of JournalRow. */
export const journalColumns = `seq, recorded_at_ms, kind, request_id, wallet_id, operation, payload_hashes, jwt_hash,
  decision, outcome, error_code, token_reused, trace_id, details, hash`;

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
    `select application_id from wallet.journal_heads union select application_id from wallet.journal_checkpoints
      order by 1`,
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
    const checkpoints = await readCheckpoints(client, applicationId, { from });
    const { rows } = await client.query(
      'select seq, hash from wallet.journal_heads where application_id = $1',
      [applicationId],
    );
    return await work({
      applicationId,
      head: rows[0] as JournalHead | undefined,
      checkpoints,
      entries: storedEntries(client, applicationId, from),
      from,
    });
  } finally {
    await client.query('rollback').catch(() => undefined);
    client.release();
  }
}

async function* storedEntries(
  client: Connection,
  applicationId: string,
  from: bigint,
): AsyncGenerator<ChainedEntry> {
  let after = from - 1n;
  for (;;) {
    const found = await client.query(
      `select ${journalColumns} from wallet.journal_entries
       where application_id = $1 and seq > $2 order by seq limit $3`,
      [applicationId, after, pageSize],
    );
    const rows = found.rows as readonly JournalRow[];
    for (const row of rows) yield chainedOf(applicationId, row);
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    after = last.seq;
  }
}

/**
 * The checkpoints of an application, in order. `only`: the last ones, that many. `from`: those for this entry and
 * later ones, or the last one if there are none.
 */
export async function readCheckpoints(
  connection: Connection,
  applicationId: string,
  { only, from = 0n }: { readonly only?: number; readonly from?: bigint } = {},
): Promise<readonly SignedCheckpoint[]> {
  const { rows } = await connection.query(
    `select seq, hash, signed_at, public_key, signature from wallet.journal_checkpoints
     where application_id = $1 and seq >= least($3, (
       select max(seq) from wallet.journal_checkpoints where application_id = $1))
     order by seq desc limit $2`,
    [applicationId, only ?? null, from],
  );
  return (rows as readonly CheckpointRow[]).toReversed().map((row) => checkpointOf(applicationId, row));
}

export function checkpointOf(applicationId: string, row: CheckpointRow): SignedCheckpoint {
  return {
    applicationId,
    seq: Number(row.seq),
    hash: row.hash,
    time: Number(row.signed_at),
    publicKey: row.public_key,
    signature: row.signature,
  };
}

export function chainedOf(applicationId: string, row: JournalRow): ChainedEntry {
  return {
    seq: row.seq,
    hash: row.hash,
    entry: {
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
    },
  };
}
