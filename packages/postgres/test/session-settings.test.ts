import pg from 'pg';
import { keepSessionSettings } from '../src/session-settings.js';
import { databaseFor, type TestDatabase } from './database-for.js';

describe('keepSessionSettings', () => {
  const lines: string[] = [];
  const logger = { info: (_: object, line: string) => void lines.push(line), warn: () => undefined };
  let database: TestDatabase;

  beforeAll(async () => {
    database = await databaseFor({ name: 'session_settings' });
  });
  afterAll(() => database.drop());
  beforeEach(() => lines.splice(0));

  async function ask<Row extends object>(url: string, sql: string): Promise<Row | undefined> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows[0];
    } finally {
      await client.end();
    }
  }
  const settings = (url: string) =>
    ask(
      url,
      `select current_setting('search_path') as path, current_setting('statement_timeout') as statement,
         current_setting('idle_in_transaction_session_timeout') as idle`,
    );
  const alter = (role: string, change: string) =>
    ask(database.url, `alter role ${role} in database ${new URL(database.url).pathname.slice(1)} ${change}`);
  const kept = { path: 'wallet', statement: '5s', idle: '5s' };

  it('repairs a role that somebody reset, for several replicas at once', async () => {
    const { role, url } = database.roles.wallet;
    expect(await settings(url)).toEqual(kept);
    await alter(role, 'reset all');
    expect(await settings(url)).not.toEqual(kept);
    await Promise.all([1, 2, 3, 4].map(() => keepSessionSettings(url, 'wallet', logger)));
    expect(await settings(url)).toEqual(kept);
    expect(lines).toContain('the role of the service got its search_path and time limits');
  });

  it('leaves shorter limits, and shortens longer ones', async () => {
    const { role, url } = database.roles.policy;
    await alter(role, `set statement_timeout to '2s'`);
    await keepSessionSettings(url, 'policy', logger);
    expect(await settings(url)).toEqual({ ...kept, path: 'policy', statement: '2s' });
    expect(lines).toEqual([]);
    await alter(role, `set statement_timeout to '1min'`);
    await keepSessionSettings(url, 'policy', logger);
    expect(await settings(url)).toEqual({ ...kept, path: 'policy' });
  });
});
