import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { inSpan } from '@wallet-service/tracing';
import { guardOf, serverNameSql, type ServerGuard } from './guard-server.js';
import { isAnswerMissing, isReadOnlyServer, isSerializationFailure } from './database-errors.js';
import { withConnection } from './with-connection.js';

export type TransactionOptions = {
  /**
   * The tenant whose rows row-level security opens for this transaction. Without it no tenant's row is
   * visible.
   */
  readonly applicationId?: string;
  /** Opens the rows of every tenant, where row-level security has a policy for that. */
  readonly everyApplication?: true;
};

const mostAttempts = 5;
const span = {
  name: 'transaction',
  kind: 'client',
  attributes: { 'db.system.name': 'postgresql' },
} as const;

/**
 * Runs `work` in one transaction (READ COMMITTED), which is committed when it resolves and rolled back when
 * it rejects. If the database aborts it in favour of another one (40001, 40P01), it is run again from the
 * start, at most 5 times in all. `work` MUST have no effect outside the transaction.
 */
export function inTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  options: TransactionOptions = {},
): Promise<Result> {
  return inSpan(span, () => repeatTransaction(pool, work, options));
}

async function repeatTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await attemptTransaction(pool, work, options);
    } catch (error) {
      if (attempt === mostAttempts || !isSerializationFailure(error)) throw error;
      await sleep(2 ** attempt * (1 + Math.random()));
    }
  }
}

function attemptTransaction<Result>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<Result>,
  options: TransactionOptions,
): Promise<Result> {
  return withConnection(pool, async (client, spoil) => {
    try {
      await beginTransaction(client, guardOf(pool), options);
      const result = await work(client);
      await client.query('COMMIT');
      return result;
    } catch (error) {
      // A rollback would also get no answer. The server rolls back when the connection is gone. A server that may not
      // write is left.
      if (isAnswerMissing(error) || isReadOnlyServer(error)) spoil(error);
      else await client.query('ROLLBACK').catch(spoil);
      throw error;
    }
  });
}

// One round trip instead of two or three. The setting is local to the transaction, so it does not leak to the next
// user of the connection. Citus hands on what `SET LOCAL` sets, and not what set_config sets. It hands on the whole
// string, so no query of tables may be in it. A pooler may give each transaction another server, so each one asks for
// its name.
async function beginTransaction(
  client: pg.PoolClient,
  guard: ServerGuard | undefined,
  { applicationId, everyApplication }: TransactionOptions,
): Promise<void> {
  const local = [
    ...(applicationId === undefined
      ? []
      : [`; SET LOCAL app.application_id = ${client.escapeLiteral(applicationId)}`]),
    ...(everyApplication ? [`; SET LOCAL app.every_application = 'on'`] : []),
  ].join('');
  if (!guard) {
    await client.query(`BEGIN${local}`);
    return;
  }
  // Several statements have several results.
  type Results = readonly pg.QueryResult<{ server: string }>[];
  const results: unknown = await client.query(`BEGIN${local}; SELECT ${serverNameSql} AS server`);
  guard((results as Results).at(-1)?.rows[0]?.server ?? '', applicationId);
}
