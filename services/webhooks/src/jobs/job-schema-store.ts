import { makeWorkerUtils } from 'graphile-worker';
import pg from 'pg';
import { createPool, whileOthersDo, type PostgresLogger } from '@wallet-service/postgres';
import { jobSchema } from './job-store.js';
import { createJobLogger, type JobLogger } from './job-logger.js';

type JobSchemaOptions = {
  /** URL of the owner. */
  readonly url: string;
  readonly runtimeRole: string;
  readonly logger: JobLogger & PostgresLogger;
};

type Pool = ReturnType<typeof createPool>;

/**
 * Creates or upgrades the schema of the job queue, as the owner, and lets the service's role use it. The
 * queue's own tables are bound to their owner by row-level security without a policy. They hold ids and
 * nothing of a tenant, so the role sees all of them.
 */
export async function migrateJobSchema(options: JobSchemaOptions): Promise<void> {
  const pool = createPool({
    url: options.url,
    max: 1,
    logger: options.logger,
    applicationName: 'migrate-jobs',
    patient: true,
  });
  try {
    await whileOthersDo(async () => {
      await makeSchema(pool, options.logger);
      await openSchema(pool, options.runtimeRole);
    });
  } finally {
    await pool.end();
  }
}

async function makeSchema(pool: Pool, logger: JobLogger): Promise<void> {
  const utils = await makeWorkerUtils({
    pgPool: pool,
    noPreparedStatements: true,
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

async function openSchema(pool: Pool, runtimeRole: string): Promise<void> {
  const role = pg.escapeIdentifier(runtimeRole);
  const { rows } = await pool.query<{ name: string }>(
    'select tablename as name from pg_tables where schemaname = $1 and rowsecurity order by tablename',
    [jobSchema],
  );
  const open = rows.map(
    ({ name }) => `alter table ${jobSchema}.${pg.escapeIdentifier(name)} disable row level security;`,
  );
  await pool.query(
    `${open.join('\n')}
     grant usage on schema ${jobSchema} to ${role};
     grant select, insert, update, delete on all tables in schema ${jobSchema} to ${role};
     grant usage on all sequences in schema ${jobSchema} to ${role};
     revoke insert, update, delete on ${jobSchema}.migrations from ${role};`,
  );
}
