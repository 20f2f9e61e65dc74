import type pg from 'pg';

/**
 * SQL, for any role: a name for the server as it runs now. A restarted server has another name, and so has one that
 * took over from another.
 */
export const serverNameSql = `case when pg_is_in_recovery() then 'standby' else
  extract(epoch from pg_postmaster_start_time())::text || ' ' ||
  left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) end`;

/** Throws if nothing may be read from the server of this name, or nothing for the application. */
export type ServerGuard = (server: string, applicationId: string | undefined) => void;

const guards = new WeakMap<pg.Pool, ServerGuard>();

/** From now on `guard` is asked at the start of every transaction and of every connection of the pool. */
export function guardServer(pool: pg.Pool, guard: ServerGuard): void {
  guards.set(pool, guard);
  type Verified = { options: { verify?: (client: pg.PoolClient, done: (error?: Error) => void) => void } };
  (pool as unknown as Verified).options.verify = (client, done) => {
    // The pool does not listen yet, and an error without a listener ends the process. The query fails with it.
    const onError = (): void => undefined;
    client.on('error', onError);
    client
      .query<{ server: string }>(`select ${serverNameSql} as server`)
      .then(({ rows }) => {
        guard(rows[0]?.server ?? '', undefined);
      })
      .then(
        () => {
          client.removeListener('error', onError);
          done();
        },
        (error: unknown) => {
          done(error as Error);
        },
      );
  };
}

export function guardOf(pool: pg.Pool): ServerGuard | undefined {
  return guards.get(pool);
}
