import pg from 'pg';
import { serversOf } from './database-url.js';
import { ServerPool } from './server-pool.js';

/** Logs about connections. Never contains SQL parameters or URLs. */
export type PostgresLogger = {
  warn(details: object, message: string): void;
  info(details: object, message: string): void;
};

export type PoolOptions = {
  /** `postgres://role:password@host:port/database`, or with several servers: see `serversOf`. */
  readonly url: string;
  /** The maximum number of open connections. */
  readonly max: number;
  readonly logger: PostgresLogger;
  /** Shown in pg_stat_activity. */
  readonly applicationName: string;
  /** Waits for an answer as long as it takes, for migrations. */
  readonly patient?: boolean;
};

const int8 = 20;

// Set per pool, because the table in `pg` itself belongs to the whole process, and other code may rely on it.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') => {
    const isInt8 = oid === int8 && format !== 'binary';
    return isInt8
      ? BigInt
      : (pg.types.getTypeParser as (oid: number, format?: string) => (value: string) => unknown)(oid, format);
  },
};

/**
 * A pool that fails fast instead of hanging: 5 s to connect (to all servers of the URL together), and 6 s without an
 * answer, after which the connection is closed. The role's own settings limit a statement to 5 s, and 5 s without one
 * in a transaction (see `keepSessionSettings`). All of them are shorter than the 10 s of a request. int8 columns
 * (and count(*)) are read as bigint.
 *
 * Nothing belongs to a session: no startup parameter but the names, and behind a pooler no named statement (see
 * `ServerPool`). So a pooler may give connections by transaction. Throws if the URL is none.
 */
export function createPool({ url, max, logger, applicationName, patient }: PoolOptions): pg.Pool {
  const pool = new ServerPool(serversOf(url), {
    max,
    application_name: applicationName,
    connectionTimeoutMillis: 5_000,
    // Longer than the pauses of background work, which would connect anew each time.
    idleTimeoutMillis: 60_000,
    // Longer than statement_timeout, because it is for a server that no longer answers at all.
    ...(!patient && { query_timeout: 6_000 }),
    keepAlive: true,
    // A query is sent at once, also while others of its connection wait for their answers (see `look`).
    pipeline: true,
    types,
  });
  // Without a listener, losing an idle connection ends the process.
  pool.on('error', (error) => {
    logger.warn({ err: error }, 'an idle database connection was lost');
  });
  return pool;
}
