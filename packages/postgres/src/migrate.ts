import type pg from 'pg';
import { isUniqueViolation } from './database-errors.js';
import { MigrationError, readMigrations, type Migration } from './migration-files.js';
import { createPool, type PostgresLogger } from './pool.js';
import { closeToPublic, giveSchemaTo, limitConnections, runtimeRoleStatement } from './runtime-role.js';
import { whileOthersDo } from './while-others-do.js';

export type MigrateOptions = {
  /** URL of the role that owns the schema. */
  readonly url: string;
  readonly schema: string;
  /** The folder of the numbered .sql files. */
  readonly directory: string;
  /** The role of the service. It may use the schema. Migrations grant everything else. */
  readonly runtimeRole: string;
  /**
   * If given, a missing role is created with this password (`url` must then be a role that may create roles).
   * Printable ASCII, at least 16.
   */
  readonly runtimePassword?: string;
  readonly logger: PostgresLogger;
};

type Applied = { id: number; name: string; checksum: string; breaking: boolean };

/**
 * Migrates a schema to the newest migration of a folder, each in its own transaction with `search_path` set
 * to the schema. In the files `:schema` and `:runtime_role` are replaced by those names, quoted. Any number
 * of replicas may do it at once. Throws a MigrationError if an applied file was changed since, if the
 * database has a breaking migration that this version does not know, if replicas of the service are connected
 * and the next migration is a breaking one, or if the runtime role bypasses row-level security.
 */
export async function migrate(options: MigrateOptions): Promise<void> {
  const { url, schema, directory, runtimeRole, logger } = options;
  const migrations = readMigrations(directory);
  const pool = createPool({ url, max: 1, logger, applicationName: `migrate-${schema}`, patient: true });
  const client = await pool.connect();
  client.on('error', (error) => {
    logger.warn({ err: error }, 'the database connection of the migration was lost');
  });
  try {
    await prepare(client, options);
    const table = `${client.escapeIdentifier(schema)}.migrations`;
    for (const migration of migrations) {
      const { rows } = await client.query<Applied>(
        `SELECT id, name, checksum, breaking FROM ${table} ORDER BY id`,
      );
      refuseForeignHistory(schema, migrations, rows, logger);
      if (rows.some(({ id }) => id === migration.id)) continue;
      if (migration.breaking) await refuseBesideReplicas(client, { schema, runtimeRole, migration });
      if (await apply(client, { schema, runtimeRole, migration })) {
        logger.info({ schema, migration: migration.name }, 'migration applied');
      }
    }
  } finally {
    client.release(true);
    await pool.end();
  }
}

async function prepare(
  client: pg.ClientBase,
  { schema, runtimeRole, runtimePassword }: MigrateOptions,
): Promise<void> {
  const name = client.escapeIdentifier(schema);
  await whileOthersDo(() => ensureRuntimeRole(client, schema, runtimeRole, runtimePassword));
  await whileOthersDo(async () => {
    const ready = await client.query(
      `SELECT 1 FROM pg_namespace WHERE nspname = $1 AND has_schema_privilege($2, nspname, 'USAGE')
        AND to_regclass($3) IS NOT NULL`,
      [schema, runtimeRole, `${name}.migrations`],
    );
    if (ready.rowCount === 1) return;
    await client.query(`
      CREATE SCHEMA IF NOT EXISTS ${name};
      GRANT USAGE ON SCHEMA ${name} TO ${client.escapeIdentifier(runtimeRole)};
      CREATE TABLE IF NOT EXISTS ${name}.migrations (
        id integer PRIMARY KEY,
        name text NOT NULL,
        checksum text NOT NULL,
        breaking boolean NOT NULL,
        applied_at timestamptz NOT NULL DEFAULT now()
      )`);
  });
}

// An existing role keeps its password, because replicas may be using it.
async function ensureRuntimeRole(
  client: pg.ClientBase,
  schema: string,
  role: string,
  password: string | undefined,
): Promise<void> {
  const { rows } = await client.query<{ unbound: boolean; ours: boolean }>(
    `SELECT rolsuper OR rolbypassrls AS unbound, current_setting('is_superuser')::boolean AS ours
     FROM pg_roles WHERE rolname = $1`,
    [role],
  );
  if (rows[0]?.unbound === true)
    throw new MigrationError(
      `the role ${role} bypasses row-level security; let the service use another role`,
    );
  if (rows.length > 0) {
    if (rows[0]?.ours === true) await limitConnections(client, role);
    return;
  }
  if (password === undefined)
    throw new MigrationError(`the role ${role} does not exist; create it before the first start`);
  const database = await client.query<{ name: string }>('SELECT current_database() AS name');
  const databaseName = database.rows[0]?.name ?? '';
  await client.query('BEGIN');
  try {
    await client.query(runtimeRoleStatement(client, 'CREATE', role, password));
    await closeToPublic(client, databaseName);
    await giveSchemaTo(client, databaseName, schema, role);
    await limitConnections(client, role);
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

function refuseForeignHistory(
  schema: string,
  migrations: readonly Migration[],
  applied: readonly Applied[],
  logger: PostgresLogger,
): void {
  for (const { id, name, checksum, breaking } of applied) {
    const known = migrations[id - 1];
    if (!known) {
      if (breaking) {
        throw new MigrationError(
          `schema ${schema} is ahead: this version cannot run with ${name}; start a newer version`,
        );
      }
      logger.warn(
        { schema, migration: name },
        'the database has a newer migration, which is compatible with this version',
      );
    } else if (known.checksum !== checksum) {
      throw new MigrationError(
        `${known.name} was changed after it was applied to schema ${schema}; add a new migration instead`,
      );
    }
  }
}

// Replicas ask the database more often. A pooler keeps connections of those that have ended.
const quietSeconds = 30;

/** Those that run are of the version before, and would go on with tables that they do not know. */
async function refuseBesideReplicas(
  client: pg.ClientBase,
  { schema, runtimeRole, migration }: Step,
): Promise<void> {
  const { rowCount } = await client.query(
    `SELECT FROM pg_stat_activity WHERE datname = current_database() AND usename = $1
       AND (state IS DISTINCT FROM 'idle' OR state_change > now() - make_interval(secs => $2))`,
    [runtimeRole, quietSeconds],
  );
  if (rowCount === 0) return;
  // Another replica of this version may have applied it, and be connected since.
  const { rowCount: isApplied } = await client.query(
    `SELECT FROM ${client.escapeIdentifier(schema)}.migrations WHERE id = $1`,
    [migration.id],
  );
  if (isApplied !== 0) return;
  throw new MigrationError(
    `${migration.name} is breaking, and replicas of the version before are connected as ${runtimeRole}: ` +
      `stop all of ${schema}, and migrate again`,
  );
}

type Step = { readonly schema: string; readonly runtimeRole: string; readonly migration: Migration };

/** False if another replica applied the migration first. */
async function apply(client: pg.ClientBase, { schema, runtimeRole, migration }: Step): Promise<boolean> {
  const name = client.escapeIdentifier(schema);
  await client.query('BEGIN');
  try {
    await client.query(`SET LOCAL search_path TO ${name}`);
    // Must come first, because the row is the lock. A second replica waits here until the first one commits,
    // and then finds the id taken.
    await client.query('INSERT INTO migrations (id, name, checksum, breaking) VALUES ($1, $2, $3, $4)', [
      migration.id,
      migration.name,
      migration.checksum,
      migration.breaking,
    ]);
    const sql = migration.sql
      .replaceAll(/(?<!:):schema\b/g, () => name)
      .replaceAll(/(?<!:):runtime_role\b/g, () => client.escapeIdentifier(runtimeRole));
    await client.query(sql);
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (isUniqueViolation(error, 'migrations_pkey')) return false;
    throw new MigrationError(
      `${migration.name} failed: ${error instanceof Error ? error.message : 'unknown'}`,
      { cause: error },
    );
  }
}
