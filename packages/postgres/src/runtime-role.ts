import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { credentialsOf } from './database-url.js';
import { roleSettings } from './session-settings.js';
import { scramVerifier } from './scram-verifier.js';

/** Role and password of a `postgres://role:password@host/database` URL, in the form for `migrate`. */
export function runtimeRoleOf(url: string): {
  readonly runtimeRole: string;
  readonly runtimePassword: string;
} {
  const { role, password } = credentialsOf(url);
  return { runtimeRole: role, runtimePassword: password };
}

/**
 * The statement that creates (or changes) a role that may log in, owns nothing and is subject to row-level
 * security.
 */
export function runtimeRoleStatement(
  client: pg.ClientBase,
  verb: 'CREATE' | 'ALTER',
  role: string,
  password: string,
): string {
  const verifier = client.escapeLiteral(scramVerifier(password, randomBytes(16)));
  const login = `LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOBYPASSRLS NOINHERIT PASSWORD ${verifier}`;
  return `${verb} ROLE ${client.escapeIdentifier(role)} ${login}`;
}

/** Only named roles can connect to the database. */
export async function closeToPublic(client: pg.ClientBase, database: string): Promise<void> {
  const name = client.escapeIdentifier(database);
  await client.query(`REVOKE ALL ON DATABASE ${name} FROM PUBLIC; REVOKE ALL ON SCHEMA public FROM PUBLIC`);
}

/**
 * No role may take all connections: it gets two thirds of the server's. A limit that somebody set stays. Only
 * the creator of the role, or a superuser, can set it.
 */
export async function limitConnections(client: pg.ClientBase, role: string): Promise<void> {
  await client.query(`
    DO $$ BEGIN
      IF EXISTS (SELECT FROM pg_roles WHERE rolname = ${client.escapeLiteral(role)} AND rolconnlimit = -1) THEN
        EXECUTE format('ALTER ROLE %I CONNECTION LIMIT %s', ${client.escapeLiteral(role)},
          current_setting('max_connections')::int * 2 / 3);
      END IF;
    END $$`);
}

/** Creates the schema if it is missing. The role may use it, finds no other, and has time limits. */
export async function giveSchemaTo(
  client: pg.ClientBase,
  database: string,
  schema: string,
  runtimeRole: string,
): Promise<void> {
  const [role, name, inside] = [runtimeRole, database, schema].map((text) => client.escapeIdentifier(text));
  await client.query(`
    GRANT CONNECT ON DATABASE ${name} TO ${role};
    ${roleSettings({ role: runtimeRole, database, schema })};
    CREATE SCHEMA IF NOT EXISTS ${inside};
    REVOKE ALL ON SCHEMA ${inside} FROM PUBLIC;
    GRANT USAGE ON SCHEMA ${inside} TO ${role}`);
}
