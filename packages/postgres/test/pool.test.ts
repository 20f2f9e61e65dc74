import type pg from 'pg';
import { until } from '@wallet-service/test-kit/until';
import { startVanishingProxy } from '@wallet-service/test-kit/vanishing-proxy';
import { isDatabaseUnavailable, isUniqueViolation } from '../src/database-errors.js';
import { inTransaction } from '../src/in-transaction.js';
import { createPool } from '../src/pool.js';
import { databaseFor, type TestDatabase } from './database-for.js';

const lines: string[] = [];
const logger = {
  info: () => undefined,
  warn: (_: object, message: string) => void lines.push(message),
};

describe('the pool and its transactions', () => {
  let database: TestDatabase;
  let owner: pg.Pool;
  let service: pg.Pool;

  beforeAll(async () => {
    database = await databaseFor({ name: 'pool' });
    owner = createPool({ url: database.url, max: 3, logger, applicationName: 'owner' });
    service = createPool({ url: database.roles.wallet.url, max: 3, logger, applicationName: 'service' });
    await owner.query(`
      CREATE TABLE wallet.note (application_id text NOT NULL, amount bigint NOT NULL,
        CONSTRAINT one_note UNIQUE (application_id, amount));
      ALTER TABLE wallet.note ENABLE ROW LEVEL SECURITY;
      ALTER TABLE wallet.note FORCE ROW LEVEL SECURITY;
      CREATE POLICY tenant ON wallet.note USING (application_id = current_setting('app.application_id', true));
      GRANT SELECT, INSERT, UPDATE, DELETE ON wallet.note TO ${database.roles.wallet.role};
      CREATE TABLE wallet.counter (id int PRIMARY KEY, value int NOT NULL);
      INSERT INTO wallet.counter VALUES (1, 0), (2, 0);
      GRANT SELECT, UPDATE ON wallet.counter TO ${database.roles.wallet.role}`);
  });
  afterAll(async () => {
    await Promise.all([owner.end(), service.end()]);
    await database.drop();
  });
  afterEach(async () => {
    await owner.query('DELETE FROM wallet.note');
  });

  const insert = (applicationId: string, row: string, amount: bigint) =>
    inTransaction(service, (client) => client.query('INSERT INTO note VALUES ($1, $2)', [row, amount]), {
      applicationId,
    });
  const visible = (applicationId: string) =>
    inTransaction(service, async (client) => (await client.query('SELECT * FROM note')).rows as unknown[], {
      applicationId,
    });

  it('reads int8 as an exact bigint', async () => {
    const { rows } = await service.query(
      'SELECT 9007199254740993::int8 AS big, count(*), 1::int4 AS small, null::int8 AS nothing',
    );
    expect(rows).toEqual([{ big: 9007199254740993n, count: 1n, small: 1, nothing: null }]);
  });

  it('has the server parse a statement with a name once for a connection', async () => {
    const pool = createPool({ url: database.roles.wallet.url, max: 1, logger, applicationName: 'named' });
    const add = async (one: number) =>
      await pool.query({ name: 'add', text: 'select $1::int + 1 as sum', values: [one] });
    expect([(await add(1)).rows, (await add(2)).rows]).toEqual([[{ sum: 2 }], [{ sum: 3 }]]);
    const { rows } = await pool.query(
      'select name, (generic_plans + custom_plans)::int as runs from pg_prepared_statements',
    );
    expect(rows).toEqual([{ name: 'add', runs: 2 }]);
    await pool.end();
  });

  it('shows each tenant only its own rows, through one pool', async () => {
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => {
        const tenant = index % 2 === 0 ? 'a' : 'b';
        return insert(tenant, tenant, BigInt(index));
      }),
    );
    const [a, b] = await Promise.all([visible('a'), visible('b')]);
    expect(a).toHaveLength(10);
    expect(a).toContainEqual({ application_id: 'a', amount: 0n });
    expect(b).toHaveLength(10);
    expect(b).not.toContainEqual(expect.objectContaining({ application_id: 'a' }));
  });

  it('shows no rows without a tenant, even on a connection that served one before', async () => {
    await insert('a', 'a', 1n);
    expect((await service.query('SELECT * FROM note')).rows).toEqual([]);
    expect(
      await inTransaction(service, async (client) => (await client.query('SELECT * FROM note')).rowCount),
    ).toBe(0);
  });

  it('refuses to write a row of another tenant, and neither changes nor deletes one', async () => {
    await insert('a', 'a', 1n);
    await expect(insert('b', 'a', 2n)).rejects.toThrow(/row-level security/);
    const changed = await inTransaction(
      service,
      async (client) => [
        (await client.query('UPDATE note SET amount = 9')).rowCount,
        (await client.query('DELETE FROM note')).rowCount,
      ],
      { applicationId: 'b' },
    );
    expect(changed).toEqual([0, 0]);
    expect(await visible('a')).toEqual([{ application_id: 'a', amount: 1n }]);
  });

  it('accepts any text as a tenant without executing it', async () => {
    const evil = `x', true); DELETE FROM wallet.note; SELECT set_config('app.application_id', 'a\\`;
    await insert('a', 'a', 1n);
    await insert(evil, evil, 1n);
    expect(await visible(evil)).toHaveLength(1);
    expect(await visible('a')).toHaveLength(1);
  });

  it('rolls back when the work fails', async () => {
    const failing = inTransaction(
      service,
      async (client) => {
        await client.query(`INSERT INTO note VALUES ('a', 1)`);
        throw new Error('no');
      },
      { applicationId: 'a' },
    );
    await expect(failing).rejects.toThrow('no');
    expect(await visible('a')).toEqual([]);
  });

  it('names the constraint that a row violates', async () => {
    await insert('a', 'a', 1n);
    const error = await insert('a', 'a', 1n).catch((reason: unknown) => reason);
    expect([
      isUniqueViolation(error),
      isUniqueViolation(error, 'one_note'),
      isUniqueViolation(error, 'other'),
    ]).toEqual([true, true, false]);
    expect(isUniqueViolation(new Error('23505'))).toBe(false);
  });

  it('repeats a transaction that lost a deadlock', async () => {
    let attempts = 0;
    let locks = 0;
    let meet = (): void => undefined;
    const haveMet = new Promise<void>((resolve) => (meet = resolve));
    const both = [1, 2];
    const crossing = (order: readonly number[]) =>
      inTransaction(service, async (client) => {
        attempts++;
        for (const id of order) {
          await client.query('UPDATE counter SET value = value + 1 WHERE id = $1', [id]);
          // Each has its first row before it asks for its second.
          if (++locks === 2) meet();
          await haveMet;
        }
      });
    await Promise.all([crossing(both), crossing(both.toReversed())]);
    expect(attempts).toBeGreaterThan(2);
    expect((await owner.query('SELECT value FROM wallet.counter')).rows).toEqual([
      { value: 2 },
      { value: 2 },
    ]);
  });

  it('survives the loss of idle and of busy connections', async () => {
    const kill = () =>
      owner.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'service'`,
      );
    await service.query('SELECT 1');
    await kill();
    let outcome: unknown;
    const busy = inTransaction(service, (client) => client.query('SELECT pg_sleep(5)')).catch(
      (error: unknown) => (outcome = error),
    );
    // It may not have its connection yet.
    await until('the connection is lost', async () => {
      await kill();
      return outcome !== undefined;
    });
    await busy;
    expect(isDatabaseUnavailable(outcome)).toBe(true);
    expect((await service.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    expect(lines).toContain('an idle database connection was lost');
  });

  it('abandons a connection that died silently, and its transaction with it', async () => {
    const url = new URL(database.roles.wallet.url);
    const proxy = await startVanishingProxy(Number(url.port));
    const pool = createPool({ url: proxy.through(url.href), max: 1, logger, applicationName: 'vanished' });
    const error = await inTransaction(pool, async (client) => {
      await client.query('UPDATE counter SET value = value + 1 WHERE id = 1');
      proxy.vanish();
      await client.query('SELECT 1');
    }).catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    // The server has ended the transaction too, or this row would still be locked.
    await pool.query('UPDATE counter SET value = value WHERE id = 1');
    await pool.end();
    await proxy.close();
  });

  it('distinguishes an unreachable database from a mistake in a statement', async () => {
    const nowhere = createPool({ url: 'postgres://a:b@127.0.0.1:1/x', max: 1, logger, applicationName: 'x' });
    expect(isDatabaseUnavailable(await nowhere.query('SELECT 1').catch((error: unknown) => error))).toBe(
      true,
    );
    expect(isDatabaseUnavailable(await service.query('SELEC 1').catch((error: unknown) => error))).toBe(
      false,
    );
    await nowhere.end();
  });

  it('treats a server that refuses the role as unreachable, because operators do that for a time', async () => {
    const { role, url } = database.roles.policy;
    await owner.query(`ALTER ROLE "${role}" NOLOGIN`);
    const refused = createPool({ url, max: 1, logger, applicationName: 'refused' });
    const error: unknown = await refused.query('SELECT 1').catch((reason: unknown) => reason);
    await refused.end();
    await owner.query(`ALTER ROLE "${role}" LOGIN`);
    expect(error).toMatchObject({ code: '28000' });
    expect(isDatabaseUnavailable(error)).toBe(true);
  });

  it("gives a service's role no access to the other schemas, and no power", async () => {
    await expect(service.query('CREATE TABLE identity.x (id int)')).rejects.toThrow(/permission denied/);
    await expect(service.query('CREATE TABLE public.x (id int)')).rejects.toThrow(/permission denied/);
    await expect(service.query('ALTER TABLE wallet.note NO FORCE ROW LEVEL SECURITY')).rejects.toThrow(
      /must be owner/,
    );
    const { rows } = await service.query(
      'SELECT rolsuper, rolbypassrls, rolcreaterole FROM pg_roles WHERE rolname = current_user',
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false }]);
  });
});
