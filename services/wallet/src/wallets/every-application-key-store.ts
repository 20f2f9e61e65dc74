import type { Pool, PoolClient } from 'pg';
import { inTransaction } from '@wallet-service/postgres';
import type { RewrapDeps } from './rewrap-application-keys.js';

const pageSize = 200;

/**
 * The wrapped keys of every application. `database` must connect as the owner of the schema `wallet`, because
 * the runtime role can change none.
 */
export function everyApplicationKeyStore(database: Pool): Pick<RewrapDeps, 'list' | 'replace'> {
  const overAll = <Result>(work: (transaction: PoolClient) => Promise<Result>): Promise<Result> =>
    inTransaction(database, work, { everyApplication: true });

  return {
    list: (after) =>
      overAll(async (transaction) => {
        const { rows } = await transaction.query<{ application_id: string; wrapped_key: Buffer }>(
          `select application_id, wrapped_key from wallet.application_keys
           where $1::uuid is null or application_id > $1 order by application_id limit ${pageSize}`,
          [after ?? null],
        );
        return rows.map((row) => ({ applicationId: row.application_id, wrappedKey: row.wrapped_key }));
      }),
    replace: ({ applicationId, wrappedKey }, next) =>
      overAll(async (transaction) => {
        const { rowCount } = await transaction.query(
          'update wallet.application_keys set wrapped_key = $3 where application_id = $1 and wrapped_key = $2',
          [applicationId, Buffer.from(wrappedKey), Buffer.from(next)],
        );
        return rowCount === 1;
      }),
  };
}
