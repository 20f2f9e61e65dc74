import { setTimeout as sleep } from 'node:timers/promises';
import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { jobSchema } from './job-store.js';
import { createJobLogger, type JobLogger } from './job-logger.js';

type JobSchemaOptions = {
  /** URL of the owner. */
  readonly url: string;
  readonly runtimeRole: string;
  readonly logger: JobLogger;
};

const mostAttempts = 20;

/**
 * Creates or upgrades the schema of the job queue, as the owner, and lets the service's role use it. The
 * queue's own tables are bound to their owner by row-level security without a policy. They hold ids and
 * nothing of a tenant, so the role sees all of them.
 */
export async function migrateJobSchema(options: JobSchemaOptions): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await makeSchema(options);
      await openSchema(options);
      return;
    } catch (error) {
      if (attempt === mostAttempts || !lostTheRace(error)) throw error;
      await sleep(20 * attempt);
    }
  }
}

// Several replicas may do it at once. A replica that was too late gets one of these errors, and finds it done
// when it looks again.
function lostTheRace(error: unknown): boolean {
  const { code } = error as { code?: string };
  return ['23505', '42P06', '42P07', '42710', 'XX000', '40001', '40P01'].includes(code ?? '');
}

async function makeSchema({ url, logger }: JobSchemaOptions): Promise<void> {
  const utils = await makeWorkerUtils({
    connectionString: url,
    maxPoolSize: 1,
    schema: jobSchema,
    logger: createJobLogger(logger),
  });
  try {
    await utils.migrate();
    // What dead processes leave behind: streams without a job are found by their pending deliveries, not by
    // these.
    await utils.cleanup({ tasks: ['DELETE_PERMAFAILED_JOBS'] });
  } finally {
    await utils.release();
  }
}

async function openSchema({ url, runtimeRole }: JobSchemaOptions): Promise<void> {
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
