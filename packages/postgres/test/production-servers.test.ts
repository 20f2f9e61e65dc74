import { chownSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { makeServerCertificate } from '@wallet-service/local-certificates';
import {
  hasPostgresPrograms,
  startPostgresPair,
  type PostgresPair,
} from '@wallet-service/test-kit/postgres-pair';
import { until } from '@wallet-service/test-kit/until';
import { withDatabaseUnavailableErrors } from '../src/database-unavailable.js';
import { inTransaction } from '../src/in-transaction.js';
import { createPool } from '../src/pool.js';

// A primary and its standby, as in production: over TLS, and through a failover.

const withServers = hasPostgresPrograms ? describe : describe.skip;

withServers('a primary and a standby (needs the Debian package postgresql)', () => {
  const logger = { info: () => undefined, warn: () => undefined };
  const folder = mkdtempSync(path.join(tmpdir(), 'production-servers-'));
  const pools: pg.Pool[] = [];
  let pair: PostgresPair;
  let firstPrimary: string;
  let firstStandby: string;

  beforeAll(async () => {
    pair = await startPostgresPair();
    [firstPrimary, firstStandby] = pair.hosts;
    const owner = poolOf(pair.url);
    await owner.query('create table note (id serial primary key, text text not null)');
  });
  afterAll(async () => {
    await Promise.all(pools.map((pool) => pool.end()));
    await pair.end();
    rmSync(folder, { recursive: true });
  });

  function poolOf(url: string, max = 2): pg.Pool {
    const pool = createPool({ url, max, logger, applicationName: 'test' });
    pools.push(pool);
    return pool;
  }
  const urlOf = (hosts: readonly string[], rest = '') =>
    `postgres://postgres:x@${hosts.join(',')}/postgres${rest}`;
  const write = (pool: pg.Pool, text: string) =>
    inTransaction(pool, (client) => client.query('insert into note (text) values ($1)', [text]));
  const texts = async (pool: pg.Pool) =>
    (await pool.query<{ text: string }>('select text from note order by id')).rows.map(({ text }) => text);
  const isStandby = async (pool: pg.Pool) =>
    (await pool.query<{ is: boolean }>('select pg_is_in_recovery() as is')).rows[0]?.is;
  const refusal = (work: () => Promise<unknown>) =>
    withDatabaseUnavailableErrors({ work })
      .work()
      .then(
        () => 'none',
        (error: unknown) => {
          const { code, cause } = error as { code: string; cause?: Error };
          return `${code}: ${cause?.message}`;
        },
      );

  describe('TLS', () => {
    let authority: string;

    beforeAll(async () => {
      const own = mkdtempSync(path.join(folder, 'own-'));
      const files = await makeServerCertificate(own, 'postgres', ['localhost'], new Date());
      authority = files.ca;
      const owner = poolOf(pair.url);
      const { rows } = await owner.query<{ folder: string }>(
        `select current_setting('data_directory') as folder`,
      );
      const { uid, gid } = statSync(rows[0]?.folder ?? '');
      for (const file of [folder, own, files.cert, files.key]) chownSync(file, uid, gid);
      await owner.query(`alter system set ssl_cert_file = '${files.cert}'`);
      await owner.query(`alter system set ssl_key_file = '${files.key}'`);
      await owner.query('alter system set ssl = on');
      await owner.query('select pg_reload_conf()');
      await until('the server speaks TLS', async () => (await refusal(() => overTls({}))) === 'none');
    });

    const overTls = ({ host = 'localhost', mode = 'verify-full', ca = authority }) => {
      const port = firstPrimary.split(':')[1] ?? '';
      const tls = `?sslmode=${mode}&sslrootcert=${encodeURIComponent(ca)}`;
      return poolOf(urlOf([`${host}:${port}`], tls)).query<{ ssl: boolean }>(
        'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
      );
    };

    it.each(['verify-full', 'require'])('encrypts and verifies with sslmode=%s', async (mode) => {
      expect((await overTls({ mode })).rows).toEqual([{ ssl: true }]);
    });

    it('says why it does not trust the server', async () => {
      const foreign = await makeServerCertificate(
        mkdtempSync(path.join(folder, 'foreign-')),
        'postgres',
        ['localhost'],
        new Date(),
      );
      expect(await refusal(() => overTls({ ca: foreign.ca }))).toMatch(
        /^service.unavailable: .*(certificate|signature)/,
      );
      expect(await refusal(() => overTls({ host: '127.0.0.1' }))).toMatch(
        /^service.unavailable: .*does not match certificate's altnames/,
      );
      const standby = poolOf(urlOf([firstStandby], `?sslmode=verify-full`));
      expect(await refusal(() => standby.query('select 1'))).toBe(
        'service.unavailable: The server does not support SSL connections',
      );
    });
  });

  describe('several servers', () => {
    it('go to the one that can write, or to the one that is asked for', async () => {
      const hosts = [firstStandby, firstPrimary];
      const pool = poolOf(urlOf(hosts), 4);
      await Promise.all(['a', 'b', 'c', 'd'].map((text) => write(pool, text)));
      expect(await texts(pool)).toHaveLength(4);
      expect(await isStandby(poolOf(urlOf(hosts, '?target_session_attrs=any')))).toBe(true);
      expect(await isStandby(poolOf(urlOf(hosts, '?target_session_attrs=primary')))).toBe(false);
      const primaryFirst = [firstPrimary, firstStandby];
      expect(await isStandby(poolOf(urlOf(primaryFirst, '?target_session_attrs=standby')))).toBe(true);
      expect(await isStandby(poolOf(urlOf(primaryFirst, '?target_session_attrs=read-only')))).toBe(true);
      const nowhere = ['127.0.0.1:1', firstPrimary];
      expect(await isStandby(poolOf(urlOf(nowhere, '?target_session_attrs=prefer-standby')))).toBe(false);
      expect(
        await refusal(() => isStandby(poolOf(urlOf([firstStandby], '?target_session_attrs=primary')))),
      ).toBe(`service.unavailable: the server at ${firstStandby} is not primary`);
    });

    it('leave a server that may no longer write, and find the one that can', async () => {
      const owner = poolOf(urlOf([firstPrimary]));
      const pool = poolOf(urlOf([firstPrimary, firstStandby]), 1);
      await write(pool, 'before');
      const before = pool.totalCount;
      await owner.query('alter system set default_transaction_read_only = on');
      await owner.query('select pg_reload_conf()');
      await until(
        'the write is refused',
        async () => (await refusal(() => write(pool, 'refused'))) !== 'none',
      );
      expect([before, pool.totalCount]).toEqual([1, 0]);
      expect(await refusal(() => write(pool, 'nowhere'))).toMatch(
        /^service.unavailable: .* is not read-write$/,
      );

      await pair.killPrimary();
      await pair.promote();
      await write(pool, 'promoted');
      await pair.follow();
      await write(pool, 'after');
      const other = poolOf(urlOf([firstPrimary, firstStandby]));
      await write(other, 'from a new process');
      expect((await texts(other)).slice(-3)).toEqual(['promoted', 'after', 'from a new process']);
      const follower = poolOf(urlOf([firstPrimary, firstStandby], '?target_session_attrs=standby'));
      const all = await texts(other);
      await until('the new standby has them', async () => (await texts(follower)).length === all.length);
    });
  });
});
