import { randomBytes } from 'node:crypto';
import { askOffered } from '@wallet-service/test-kit/ask-offered';
import pg from 'pg';
import { provisionRoles, serviceSchemas, type ProvisionedRoles } from '../src/provision-roles.js';

export type TestDatabase = {
  /** As the owner, a superuser, whom row-level security does not bind. */
  readonly url: string;
  /** With the role that each service has. */
  readonly roles: ProvisionedRoles;
  /** Ends every connection and removes the database with its roles. */
  drop(): Promise<void>;
};

/**
 * A database for one test file, empty except for the services' schemas and their roles. Without `adminUrl` it is made
 * on the server of the test run: TEST_DATABASE_URL, or the server that the first such test starts.
 */
export async function databaseFor({
  name,
  adminUrl,
}: {
  name: string;
  adminUrl?: string;
}): Promise<TestDatabase> {
  const server = adminUrl ?? (await testServerUrl());
  const database = `test_${name.replaceAll(/[^a-z0-9]/g, '_').slice(0, 30)}_${randomBytes(4).toString('hex')}`;
  await asAdmin(server, `CREATE DATABASE ${database}`);
  const secret = randomBytes(16).toString('hex');
  const roles = await provisionRoles({
    adminUrl: server,
    database,
    passwords: { identity: secret, policy: secret, wallet: secret, webhooks: secret },
  });
  return {
    url: roles.wallet.migrationUrl,
    roles,
    drop: async () => {
      await asAdmin(server, `DROP DATABASE ${database} WITH (FORCE)`);
      await asAdmin(server, ...serviceSchemas.map((schema) => `DROP ROLE ${roles[schema].role}`));
    },
  };
}

/** The owner URL of the server of this test run. */
export async function testServerUrl(): Promise<string> {
  const { TEST_DATABASE_URL, TEST_SERVERS_SOCKET } = process.env;
  if (TEST_DATABASE_URL) return TEST_DATABASE_URL;
  const answer = await askOffered(TEST_SERVERS_SOCKET);
  if (!answer.startsWith('postgres')) throw new Error(`the test server did not start: ${answer}`);
  return answer;
}

async function asAdmin(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    // CREATE DATABASE and DROP DATABASE must each be a statement of its own.
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
