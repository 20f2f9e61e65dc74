import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';

export type RequestName = {
  readonly applicationId: string;
  /** SHA-256 of the idempotency key. */
  readonly keyHash: Buffer;
  readonly bodyHash: Buffer;
};

export type Beginning =
  | { readonly state: 'begun' }
  | { readonly state: 'running' | 'mismatch' }
  | { readonly state: 'answered'; readonly sealedAnswer: Buffer };

export type IdempotencyStore = {
  /** Begins a request, or takes over one whose lease has ended or whose time is over; otherwise says how it stands. */
  readonly begin: (request: RequestName, leaseId: string, leaseMs: number) => Promise<Beginning>;
  /** In the transaction of the change that the answer tells of. False when the lease was lost: then nothing of it may be committed. */
  readonly answer: (
    transaction: PoolClient,
    request: RequestName,
    leaseId: string,
    sealedAnswer: Buffer,
  ) => Promise<boolean>;
  /** Forgets a request that failed, so that it can be repeated at once. */
  readonly abandon: (request: RequestName, leaseId: string) => Promise<void>;
  /** Removes what has expired, of every tenant. */
  readonly purge: () => Promise<void>;
};

const keptHours = 24;

export function idempotencyStore(database: Pool): IdempotencyStore {
  return {
    begin: ({ applicationId, keyHash, bodyHash }, leaseId, leaseMs) =>
      inTransaction(
        database,
        async (transaction): Promise<Beginning> => {
          const begun = await transaction.query(
            `insert into idempotency_keys as known (application_id, key_hash, body_hash, lease_id, lease_ends, expires)
             values ($1, $2, $3, $4, clock_timestamp() + $5 * interval '1 millisecond', clock_timestamp() + interval '${keptHours} hours')
             on conflict (application_id, key_hash) do update
               set body_hash = excluded.body_hash, sealed_answer = null, lease_id = excluded.lease_id, lease_ends = excluded.lease_ends,
                 expires = excluded.expires
               where known.expires <= clock_timestamp()
                 or (known.sealed_answer is null and known.lease_ends < clock_timestamp() and known.body_hash = excluded.body_hash)`,
            [applicationId, keyHash, bodyHash, leaseId, leaseMs],
          );
          if (begun.rowCount === 1) return { state: 'begun' };
          const { rows } = await transaction.query<{ body_hash: Buffer; sealed_answer: Buffer | null }>(
            'select body_hash, sealed_answer from idempotency_keys where application_id = $1 and key_hash = $2',
            [applicationId, keyHash],
          );
          const [known] = rows;
          // Gone meanwhile: it failed or expired just now, and the next attempt begins.
          if (!known) return { state: 'running' };
          if (!known.body_hash.equals(bodyHash)) return { state: 'mismatch' };
          if (known.sealed_answer === null) return { state: 'running' };
          return { state: 'answered', sealedAnswer: known.sealed_answer };
        },
        { applicationId },
      ),

    async answer(transaction, { applicationId, keyHash }, leaseId, sealedAnswer) {
      const { rowCount } = await transaction.query(
        `update idempotency_keys set sealed_answer = $4
         where application_id = $1 and key_hash = $2 and lease_id = $3 and sealed_answer is null`,
        [applicationId, keyHash, leaseId, sealedAnswer],
      );
      return rowCount === 1;
    },

    async abandon({ applicationId, keyHash }, leaseId) {
      await inTransaction(
        database,
        (transaction) =>
          transaction.query(
            `delete from idempotency_keys
             where application_id = $1 and key_hash = $2 and lease_id = $3 and sealed_answer is null`,
            [applicationId, keyHash, leaseId],
          ),
        { applicationId },
      );
    },

    async purge() {
      await database.query('delete from idempotency_keys where expires <= clock_timestamp()');
    },
  };
}
