import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { migrate } from '../src/migrate.js';
import { runtimeRoleOf } from '../src/runtime-role.js';
import { until } from '@wallet-service/test-kit/until';
import { databaseFor, type TestDatabase } from './database-for.js';

describe('migrate', () => {
  let database: TestDatabase;
  let directory: string;
  let owner: pg.Client;
  const lines: string[] = [];
  const logger = {
    info: (details: object, message: string) => void lines.push(`${message} ${JSON.stringify(details)}`),
    warn: (details: object, message: string) => void lines.push(`${message} ${JSON.stringify(details)}`),
  };

  beforeEach(async () => {
    database = await databaseFor({ name: 'migrate' });
    directory = mkdtempSync(path.join(tmpdir(), 'migrations-'));
    owner = new pg.Client({ connectionString: database.url });
    await owner.connect();
    lines.length = 0;
    write(
      '0001_account.sql',
      'CREATE TABLE account (id int); GRANT SELECT ON :schema.account TO :runtime_role;',
    );
    write('0002_seed.sql', "INSERT INTO account VALUES (1); SELECT '2026-01-01'::text, pg_sleep(0.05);");
  });
  afterEach(async () => {
    await owner.end();
    await database.drop();
    rmSync(directory, { recursive: true });
  });

  function write(file: string, sql: string): void {
    writeFileSync(path.join(directory, file), sql);
  }
  function run(schema = 'wallet'): Promise<void> {
    return migrate({ url: database.url, schema, directory, runtimeRole: database.roles.wallet.role, logger });
  }
  async function limitOf(role: string): Promise<number | undefined> {
    const { rows } = await owner.query<{ most: number }>(
      'SELECT rolconnlimit AS most FROM pg_roles WHERE rolname = $1',
      [role],
    );
    return rows[0]?.most;
  }
  async function count(sql: string): Promise<number> {
    return (await owner.query(sql)).rowCount ?? 0;
  }

  it('lets no role use up all connections', async () => {
    const { role } = database.roles.wallet;
    const { rows } = await owner.query<{ setting: number }>(
      "SELECT setting::int FROM pg_settings WHERE name = 'max_connections'",
    );
    const most = Math.floor(((rows[0]?.setting ?? 0) * 2) / 3);
    expect(most).toBeGreaterThan(0);
    expect(await limitOf(role)).toBe(most);
    // A role from before, and one that an operator has limited.
    await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT -1`);
    await run();
    expect(await limitOf(role)).toBe(most);
    await owner.query(`ALTER ROLE ${role} CONNECTION LIMIT 1`);
    await run();
    expect(await limitOf(role)).toBe(1);
    const clients = [1, 2].map(() => new pg.Client({ connectionString: database.roles.wallet.url }));
    await clients[0]?.connect();
    await expect(clients[1]?.connect()).rejects.toThrow('too many connections for role');
    await clients[0]?.end();
  });

  it('applies each migration once, for the role of the service, and adds later ones', async () => {
    await run();
    await run();
    const service = new pg.Client({ connectionString: database.roles.wallet.url });
    await service.connect();
    expect((await service.query('SELECT id FROM account')).rows).toEqual([{ id: 1 }]);
    await expect(service.query('INSERT INTO account VALUES (2)')).rejects.toThrow(/permission denied/);
    await expect(service.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
    await service.end();
    write('0003_more.sql', 'INSERT INTO account VALUES (3)');
    await run();
    expect(await count('SELECT FROM wallet.account')).toBe(2);
    expect(lines.filter((line) => line.startsWith('migration applied'))).toHaveLength(3);
  });

  it('lets twenty replicas start at once, on a schema that does not exist yet', async () => {
    await Promise.all(Array.from({ length: 20 }, () => run('brand_new')));
    expect(await count('SELECT FROM brand_new.migrations')).toBe(2);
    expect(await count('SELECT FROM brand_new.account')).toBe(1);
    expect(lines.filter((line) => line.startsWith('migration applied'))).toHaveLength(2);
  });

  it('leaves nothing behind of a migration that fails, and continues from there', async () => {
    write('0003_wrong.sql', 'CREATE TABLE half (id int); SELECT no_such_function();');
    await expect(run()).rejects.toThrow(/0003_wrong.sql failed: function no_such_function/);
    expect(await count('SELECT FROM wallet.migrations')).toBe(2);
    expect(await count("SELECT WHERE to_regclass('wallet.half') IS NOT NULL")).toBe(0);
    write('0003_wrong.sql', 'CREATE TABLE half (id int)');
    await run();
    expect(await count('SELECT FROM wallet.migrations')).toBe(3);
  });

  it('refuses a file that was changed after it was applied', async () => {
    await run();
    write('0001_account.sql', 'CREATE TABLE account (id bigint)');
    await expect(run()).rejects.toThrow(/0001_account.sql was changed/);
  });

  it('applies a breaking migration only when no replica of the service is connected', async () => {
    await run();
    write('0003_other.sql', '--! breaking\nALTER TABLE account RENAME TO accounts');
    const replica = new pg.Client({ connectionString: database.roles.wallet.url });
    await replica.connect();
    await replica.query('SELECT FROM account');
    await expect(run()).rejects.toThrow(
      `0003_other.sql is breaking, and replicas of the version before are connected as ${database.roles.wallet.role}`,
    );
    expect((await replica.query('SELECT id FROM account')).rowCount).toBe(1);
    await replica.end();
    await until('the end of its connection', () =>
      run().then(
        () => true,
        () => false,
      ),
    );
    expect(await count('SELECT FROM wallet.accounts')).toBe(1);
    // From then on any number of replicas may start.
    const later = new pg.Client({ connectionString: database.roles.wallet.url });
    await later.connect();
    await run();
    await later.end();
  });

  it('runs on a database that is ahead by a compatible migration and says so', async () => {
    write('0003_column.sql', 'ALTER TABLE account ADD note text');
    await run();
    rmSync(path.join(directory, '0003_column.sql'));
    await run();
    expect(lines.at(-1)).toMatch(/newer migration.*0003_column/);
  });

  it('refuses a database that is ahead by a breaking migration', async () => {
    write('0003_drop.sql', '--! breaking\nDROP TABLE account');
    await run();
    rmSync(path.join(directory, '0003_drop.sql'));
    await expect(run()).rejects.toThrow(/schema wallet is ahead: this version cannot run with 0003_drop.sql/);
  });

  it('refuses a role that does not exist', async () => {
    await expect(
      migrate({ url: database.url, schema: 'wallet', directory, runtimeRole: 'ghost', logger }),
    ).rejects.toThrow(/the role ghost does not exist/);
  });

  describe('with the password of the role', () => {
    const runtimePassword = 'p/?#@:%'.repeat(3);
    const runtimeRole = `made_${randomBytes(4).toString('hex')}`;
    const make = (schema: string) =>
      migrate({ url: database.url, schema, directory, runtimeRole, runtimePassword, logger });
    afterEach(async () => {
      await owner.query(`DROP OWNED BY ${runtimeRole}; DROP ROLE ${runtimeRole}`);
    });

    it('makes a missing role that finds its schema and may do no more than the migrations grant', async () => {
      // Several replicas start at once on an empty database.
      await Promise.all(Array.from({ length: 5 }, () => make('wallet_two')));
      const url = new URL(database.url);
      url.username = runtimeRole;
      url.password = encodeURIComponent(runtimePassword);
      expect(runtimeRoleOf(url.href)).toEqual({ runtimeRole, runtimePassword });
      const service = new pg.Client({ connectionString: url.href });
      await service.connect();
      expect((await service.query('SELECT id FROM account')).rows).toEqual([{ id: 1 }]);
      await expect(service.query('CREATE TABLE mine (id int)')).rejects.toThrow(/permission denied/);
      await expect(service.query('SELECT FROM wallet_two.migrations')).rejects.toThrow(/permission denied/);
      await service.end();
      await owner.query('DROP SCHEMA wallet_two CASCADE');
    });

    it('does not change the password of an existing role', async () => {
      await owner.query(`CREATE ROLE ${runtimeRole} LOGIN PASSWORD 'the password that is in use'`);
      const stored = 'SELECT rolpassword FROM pg_authid WHERE rolname = $1';
      const before = await owner.query(stored, [runtimeRole]);
      await make('wallet');
      expect((await owner.query(stored, [runtimeRole])).rows).toEqual(before.rows);
    });

    it.each(['SUPERUSER', 'BYPASSRLS'])('refuses a role with %s', async (attribute) => {
      await owner.query(`CREATE ROLE ${runtimeRole} ${attribute}`);
      await expect(make('wallet')).rejects.toThrow(/bypasses row-level security/);
    });
  });

  it.each(['0004_gap.sql', '3_short.sql', '0002_twice.sql', '0003_Upper.sql'])(
    'refuses the file name %s',
    async (file) => {
      write(file, 'SELECT 1');
      await expect(run()).rejects.toThrow(/numbered from 1 without a gap/);
    },
  );
});
