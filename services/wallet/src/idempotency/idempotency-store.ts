import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';

export type RequestName = {
  readonly applicationId: string;
  /** SHA-256 of the idempotency key. */
  readonly keyHash: Buffer;
  readonly bodyHash: Buffer;
  /** Its answer counts against the bound of signatures, and not against that of everything else. */
  readonly ofSignature: boolean;
};

/**
 * The wallet that a stored answer is about. It is not sealed, so callers who can't open the answer still
 * learn this.
 */
export type Made =
  | { readonly groupId: string }
  /** `recordVersion` of the record that the answer's access key opens. */
  | { readonly walletId: string; readonly recordVersion: number };

export type KeptAnswer = {
  readonly sealedAnswer: Buffer;
  /** Undefined for answers from before this was stored. */
  readonly made: Made | undefined;
  /** The current record version of that wallet. Undefined if the answer is about no wallet. */
  readonly currentVersion: number | undefined;
};

export type Beginning =
  | { readonly state: 'begun' }
  | { readonly state: 'running' | 'mismatch' }
  | { readonly state: 'answered'; readonly kept: KeptAnswer };

export type IdempotencyStore = {
  /** Begins a request, or takes over one whose lock or lifetime has ended. Otherwise returns its state. */
  readonly begin: (request: RequestName, lockId: string, lockMs: number) => Promise<Beginning>;
  /**
   * Stores the answer, in the transaction of its change. False if the lock was lost: then the change MUST NOT
   * be committed.
   */
  readonly answer: (
    transaction: PoolClient,
    request: RequestName,
    lockId: string,
    answer: { readonly sealed: Buffer; readonly made: Made },
  ) => Promise<boolean>;
  /** Forgets a request that failed, so that it can be repeated at once. */
  readonly abandon: (request: RequestName, lockId: string) => Promise<void>;
  /** Removes what has expired, of every tenant. */
  readonly purge: () => Promise<void>;
};

const keptHours = 24;
/** In one statement. */
const mostPurged = 1000;
/** The bound of one application's signatures, and of its other answers, rows included. */
const mostBytes = 32 * 1024 * 1024;

export function idempotencyStore(database: Pool): IdempotencyStore {
  return {
    begin: ({ applicationId, keyHash, bodyHash, ofSignature }, lockId, lockMs) =>
      inTransaction(
        database,
        async (transaction): Promise<Beginning> => {
          const begun = await transaction.query(
            `insert into idempotency_keys as known (application_id, key_hash, body_hash, lease_id, lease_ends, expires,
               of_signature)
             values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond',
               clock_timestamp() + interval '${keptHours} hours', $6)
             on conflict (application_id, key_hash) do update
               set body_hash = excluded.body_hash, sealed_answer = null, made_id = null, record_version = null,
                 counted_to = null, lease_id = excluded.lease_id, lease_ends = excluded.lease_ends,
                 expires = excluded.expires
               where excluded.expires - known.expires >= interval '${keptHours} hours'
                 or (known.sealed_answer is null
                   and excluded.lease_ends - known.lease_ends > $5 * interval '1 millisecond'
                   and known.body_hash = excluded.body_hash)`,
            [applicationId, keyHash, bodyHash, lockId, lockMs, ofSignature],
          );
          if (begun.rowCount === 1) {
            await keepNewestAnswers(transaction, applicationId, ofSignature);
            return { state: 'begun' };
          }
          const { rows } = await transaction.query<KeptRow>(
            `select body_hash, sealed_answer, made_id, known.record_version, wallets.record_version as current_version
             from idempotency_keys as known
             left join wallets on wallets.application_id = known.application_id and wallets.wallet_id = known.made_id
             where known.application_id = $1 and key_hash = $2`,
            [applicationId, keyHash],
          );
          const [known] = rows;
          // It is gone: it just failed or expired, and the next attempt begins.
          if (!known) return { state: 'running' };
          if (!known.body_hash.equals(bodyHash)) return { state: 'mismatch' };
          if (known.sealed_answer === null) return { state: 'running' };
          return { state: 'answered', kept: keptOf(known, known.sealed_answer) };
        },
        { applicationId },
      ),

    async answer(transaction, { applicationId, keyHash }, lockId, { sealed, made }) {
      const [madeId, recordVersion] =
        'walletId' in made ? [made.walletId, made.recordVersion] : [made.groupId, null];
      const { rowCount } = await transaction.query(
        `update idempotency_keys set sealed_answer = $4, made_id = $5, record_version = $6
         where application_id = $1 and key_hash = $2 and lease_id = $3 and sealed_answer is null`,
        [applicationId, keyHash, lockId, sealed, madeId, recordVersion],
      );
      return rowCount === 1;
    },

    async abandon({ applicationId, keyHash }, lockId) {
      await inTransaction(
        database,
        (transaction) =>
          transaction.query(
            `delete from idempotency_keys
             where application_id = $1 and key_hash = $2 and lease_id = $3 and sealed_answer is null`,
            [applicationId, keyHash, lockId],
          ),
        { applicationId },
      );
    },

    async purge() {
      for (let removed: number | null = mostPurged; removed === mostPurged;)
        removed = (
          await database.query(
            `delete from idempotency_keys where (application_id, key_hash) in (
               select application_id, key_hash from idempotency_keys where expires <= statement_timestamp()
               order by expires limit $1)`,
            [mostPurged],
          )
        ).rowCount;
    },
  };
}

/**
 * Counts the answers stored since the last time and removes the oldest beyond the bound. Running requests are
 * not counted, so they are never removed. If another process is counting, this one skips it.
 */
async function keepNewestAnswers(
  transaction: PoolClient,
  applicationId: string,
  ofSignature: boolean,
): Promise<void> {
  const { rows } = await transaction.query<{ alone: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($2 || $1, 0)) as alone`,
    [applicationId, ofSignature ? 'wallet/signatures/' : 'wallet/answers/'],
  );
  if (rows[0]?.alone !== true) return;
  await transaction.query(
    `with line as (
       select coalesce(max(counted_to), 0) as reached from idempotency_keys
       where application_id = $1 and of_signature = $3
     ), uncounted as (
       select key_hash, sum(512 + octet_length(sealed_answer)) over (order by expires, key_hash) as further
       from idempotency_keys where application_id = $1 and of_signature = $3 and counted_to is null
         and sealed_answer is not null
     ), counted as (
       update idempotency_keys as known set counted_to = reached + further from line, uncounted
       where application_id = $1 and known.key_hash = uncounted.key_hash returning counted_to
     )
     delete from idempotency_keys
     where application_id = $1 and of_signature = $3
       and counted_to <= coalesce((select max(counted_to) from counted), (select reached from line)) - $2`,
    [applicationId, mostBytes, ofSignature],
  );
}

type KeptRow = {
  body_hash: Buffer;
  sealed_answer: Buffer | null;
  made_id: string | null;
  record_version: number | null;
  current_version: number | null;
};

function keptOf(
  { made_id: id, record_version: recordVersion, current_version: currentVersion }: KeptRow,
  sealedAnswer: Buffer,
): KeptAnswer {
  if (id === null) return { sealedAnswer, made: undefined, currentVersion: undefined };
  const made = recordVersion === null ? { groupId: id } : { walletId: id, recordVersion };
  return { sealedAnswer, made, currentVersion: currentVersion ?? undefined };
}
