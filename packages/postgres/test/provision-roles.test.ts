import pg from 'pg';
import { provisionRoles } from '../src/provision-roles.js';
import { databaseFor, testServerUrl, type TestDatabase } from './database-for.js';

describe('provisionRoles', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await databaseFor({ name: 'roles' });
  });
  afterAll(() => database.drop());

  async function whoami(url: string): Promise<unknown> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      'SELECT current_user::text AS role, current_schema()::text AS schema',
    );
    await client.end();
    return rows[0];
  }

  it.each(['identity', 'policy', 'wallet', 'webhooks'] as const)(
    'lets the %s role log in and find its schema',
    async (schema) => {
      const { url, role } = database.roles[schema];
      expect(await whoami(url)).toEqual({ role, schema });
    },
  );

  it('may be repeated, and then sets the new passwords', async () => {
    const name = new URL(database.url).pathname.slice(1);
    const passwords = {
      identity: 'i'.repeat(16),
      policy: 'p/?#@:%'.repeat(3),
      wallet: 'w'.repeat(16),
      webhooks: 'h'.repeat(16),
    };
    const roles = await provisionRoles({ adminUrl: await testServerUrl(), database: name, passwords });
    expect(await whoami(roles.policy.url)).toMatchObject({ schema: 'policy' });
    await expect(whoami(database.roles.policy.url)).rejects.toThrow(/password authentication failed/);
  });

  it.each<[string, { password: string; database: string; adminUrl?: string }, RegExp]>([
    ['a short password', { password: 'short', database: 'x' }, /at least 16/],
    ['a password outside of ASCII', { password: 'ä'.repeat(20), database: 'x' }, /ASCII/],
    [
      'a name that Postgres would truncate',
      { password: 'x'.repeat(16), database: 'x'.repeat(55) },
      /at most 54/,
    ],
    [
      'a URL without a host',
      { password: 'x'.repeat(16), database: 'x', adminUrl: 'postgres:///x' },
      /name a host/,
    ],
  ])('refuses %s', async (_, { password, database: name, adminUrl }, message) => {
    const passwords = { identity: password, policy: password, wallet: password, webhooks: password };
    const known = new URL(database.url).pathname.slice(1);
    const attempt = provisionRoles({
      adminUrl: adminUrl ?? (await testServerUrl()),
      database: name === 'x' ? known : name,
      passwords,
    });
    await expect(attempt).rejects.toThrow(message);
  });
});
