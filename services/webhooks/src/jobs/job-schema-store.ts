import { runMigrations } from 'graphile-worker';
import pg from 'pg';
import { jobSchema } from './job-store.js';
import { createJobLogger, type JobLogger } from './job-logger.js';

/**
 * Makes the schema of the job queue, or brings it forward, as the owner, and lets the service's role use it. The queue's own tables are bound
 * to their owner by row-level security without a policy; they hold ids and nothing of a tenant, so the role sees all of them.
 */
export async function migrateJobSchema({
  url,
  runtimeRole,
  logger,
}: {
  /** URL of the owner. */
  readonly url: string;
  readonly runtimeRole: string;
  readonly logger: JobLogger;
}): Promise<void> {
  await runMigrations({ connectionString: url, schema: jobSchema, logger: createJobLogger(logger) });
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    const role = client.escapeIdentifier(runtimeRole);
    const { rows } = await client.query<{ name: string }>(
      'select tablename as name from pg_tables where schemaname = $1 and rowsecurity order by tablename',
      [jobSchema],
    );
    const open = rows.map(
      ({ name }) => `alter table ${jobSchema}.${client.escapeIdentifier(name)} disable row level security;`,
    );
    await client.query(
      `${open.join('\n')}
       grant usage on schema ${jobSchema} to ${role};
       grant select, insert, update, delete on all tables in schema ${jobSchema} to ${role};
       grant usage on all sequences in schema ${jobSchema} to ${role};
       revoke insert, update, delete on ${jobSchema}.migrations from ${role};`,
    );
  } finally {
    await client.end();
  }
}
