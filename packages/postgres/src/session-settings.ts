import pg from 'pg';
import { credentialsOf } from './database-url.js';
import { createPool, type PostgresLogger } from './pool.js';
import { whileOthersDo } from './while-others-do.js';

/** In milliseconds. The second one also limits how long a transaction of a dead connection holds its locks. */
const timeLimits = { statement_timeout: 5_000, idle_in_transaction_session_timeout: 5_000 } as const;

type RoleInDatabase = { readonly role: string; readonly database: string; readonly schema: string };

/**
 * What every session of a service's role begins with: its schema and its time limits. They belong to the role,
 * because poolers refuse most startup parameters, and give the connection of one session to another.
 */
export function roleSettings({ role, database, schema }: RoleInDatabase): string {
  const alter = `ALTER ROLE ${pg.escapeIdentifier(role)} IN DATABASE ${pg.escapeIdentifier(database)} SET`;
  const limits = Object.entries(timeLimits).map(([name, ms]) => `${alter} ${name} TO ${ms}`);
  return [`${alter} search_path TO ${pg.escapeIdentifier(schema)}`, ...limits].join('; ');
}

/**
 * Gives the role of `url` those settings, if it lacks one: it was made by an older version, or by hand, or somebody
 * reset it. A role may do that for itself. Shorter limits stay. Connections that a pooler holds get them when they
 * are replaced.
 */
export async function keepSessionSettings(
  url: string,
  schema: string,
  logger: PostgresLogger,
): Promise<void> {
  const pool = createPool({ url, max: 1, logger, applicationName: `settings-${schema}` });
  try {
    await whileOthersDo(async () => {
      const { rows } = await pool.query<{ database: string; right: boolean }>(
        `select current_database() as database, current_schemas(false) = array[$1]::name[] and not exists (
           select from unnest($2::text[], $3::int[]) as limits (name, most)
           join pg_settings using (name) where setting::int = 0 or setting::int > most) as right`,
        [schema, Object.keys(timeLimits), Object.values(timeLimits)],
      );
      const [session] = rows;
      if (!session || session.right) return;
      await pool.query(roleSettings({ role: credentialsOf(url).role, database: session.database, schema }));
      logger.info({ schema }, 'the role of the service got its search_path and time limits');
    });
  } finally {
    await pool.end();
  }
}
