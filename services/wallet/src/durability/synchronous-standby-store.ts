import type { Pool } from 'pg';

/** Whether a commit waits until a standby has it too, and a standby is connected. */
export type HasSynchronousStandby = () => Promise<boolean>;

/**
 * Only a role with the rights of `pg_read_all_stats` sees which standbys are synchronous. For every other one, any
 * standby counts: if it were the wrong one, commits would wait, and nothing would be acknowledged.
 */
export function synchronousStandbyStore(database: Pool): HasSynchronousStandby {
  return async () => {
    const { rows } = await database.query<{ found: boolean }>(
      `select current_setting('synchronous_standby_names') <> ''
         and current_setting('synchronous_commit') in ('on', 'remote_apply', 'remote_write')
         and exists (
           select from pg_stat_replication
           where not pg_has_role('pg_read_all_stats', 'usage') or sync_state in ('sync', 'quorum')
         ) as found`,
    );
    return rows[0]?.found === true;
  };
}
