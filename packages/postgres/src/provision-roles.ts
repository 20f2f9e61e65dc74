import type pg from 'pg';
import { editDatabaseUrl, serversOf } from './database-url.js';
import { createPool } from './pool.js';
import { closeToPublic, giveSchemaTo, limitConnections, runtimeRoleStatement } from './runtime-role.js';

/** The services that own a schema, which are also the names of the schemas. */
export const serviceSchemas = ['identity', 'policy', 'wallet', 'webhooks'] as const;
export type ServiceSchema = (typeof serviceSchemas)[number];

const longestDatabaseName = 63 - '_identity'.length;

export type ProvisionedRoles = Readonly<
  Record<ServiceSchema, { readonly role: string; readonly url: string; readonly migrationUrl: string }>
>;

/**
 * Ensures that a database has a schema for each service and, for each, a role that may log in with its
 * password, owns nothing, is subject to row-level security and sees only its own schema. May be repeated: it
 * then sets the passwords again. `adminUrl` names a role that may create roles, which becomes the owner of
 * the schemas. `database` is an existing database of the same server. Passwords: printable ASCII, at least 16
 * characters.
 */
export async function provisionRoles({
  adminUrl,
  database,
  passwords,
}: {
  readonly adminUrl: string;
  readonly database: string;
  readonly passwords: Readonly<Record<ServiceSchema, string>>;
}): Promise<ProvisionedRoles> {
  const logger = { info: () => undefined, warn: () => undefined };
  if (serversOf(adminUrl).some(({ url }) => new URL(url).hostname === ''))
    throw new Error('the URL of the database must name a host');
  const migrationUrl = editDatabaseUrl(adminUrl, (url) => {
    url.pathname = `/${encodeURIComponent(database)}`;
  });
  // Postgres would truncate a longer name, and two roles could become one.
  if (Buffer.byteLength(database) > longestDatabaseName) {
    throw new Error(`the name of the database must be at most ${longestDatabaseName} bytes`);
  }
  const pool = createPool({ url: migrationUrl, max: 1, logger, applicationName: 'provision', patient: true });
  const client = await pool.connect();
  try {
    await closeToPublic(client, database);
    for (const schema of serviceSchemas) await provision(client, database, schema, passwords[schema]);
  } finally {
    client.release(true);
    await pool.end();
  }
  const of = (schema: ServiceSchema) => {
    const role = roleOf(database, schema);
    const url = editDatabaseUrl(migrationUrl, (parts) => {
      parts.username = role;
      parts.password = encodeURIComponent(passwords[schema]);
    });
    return { role, url, migrationUrl };
  };
  return Object.fromEntries(serviceSchemas.map((schema) => [schema, of(schema)])) as ProvisionedRoles;
}

// Roles belong to the server and not to a database. The database's name as a prefix separates two databases
// of one server.
function roleOf(database: string, schema: ServiceSchema): string {
  return `${database}_${schema}`;
}

async function provision(
  client: pg.ClientBase,
  database: string,
  schema: ServiceSchema,
  password: string,
): Promise<void> {
  const role = roleOf(database, schema);
  const existing = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role]);
  const verb = existing.rowCount === 0 ? 'CREATE' : 'ALTER';
  await client.query(runtimeRoleStatement(client, verb, role, password));
  await giveSchemaTo(client, database, schema, role);
  await limitConnections(client, role);
}
