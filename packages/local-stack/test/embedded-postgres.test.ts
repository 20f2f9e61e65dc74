import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import pg from 'pg';
import { until, untilItSucceeds } from '@wallet-service/test-kit/until';
import { startEmbeddedPostgres } from '../src/postgres/embedded-postgres.js';
import { isAlive, processIdentity, type ProcessIdentity } from '../src/processes/process-identity.js';

const packageFolder = fileURLToPath(new URL('..', import.meta.url));
const quiet = { log: () => undefined };

describe('the embedded Postgres', () => {
  let parent: string;
  let dataDir: string;
  beforeAll(async () => {
    await build({
      absWorkingDir: packageFolder,
      entryPoints: ['src/postgres/embedded-postgres.ts', 'src/postgres-keeper.ts'],
      entryNames: '[name]',
      outdir: 'dist',
      bundle: true,
      platform: 'node',
      format: 'esm',
      // CommonJS, which needs its modules at run time.
      external: ['pg'],
    });
  });
  beforeEach(() => {
    parent = mkdtempSync(path.join(tmpdir(), 'embedded-'));
    // Like the data directory of the stack: another user cannot pass.
    chmodSync(parent, 0o700);
    dataDir = path.join(parent, 'postgres');
  });
  afterEach(() => {
    rmSync(parent, { recursive: true, force: true });
  });

  async function query(url: string, sql: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(sql)).rows;
    } finally {
      await client.end();
    }
  }

  /** A separate process that starts the database, so that it can be killed. */
  async function launch(): Promise<{
    url: string;
    process: ChildProcess;
    keeper: ProcessIdentity;
    server: () => ProcessIdentity;
  }> {
    const program = `
      import { startEmbeddedPostgres } from ${JSON.stringify(path.join(packageFolder, 'dist/embedded-postgres.js'))};
      const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log: () => undefined });
      console.log(url);
      setInterval(() => undefined, 1000);`;
    const launcher = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(launcher, 'exit').then(([code]) => {
      throw new Error(`the launcher ended with ${String(code)} before the database was there`);
    });
    ended.catch(() => undefined);
    const [url] = (await Promise.race([once(createInterface(launcher.stdout), 'line'), ended])) as [string];
    const recorded = JSON.parse(readFileSync(path.join(dataDir, 'keeper.json'), 'utf8')) as {
      keeper: ProcessIdentity;
    };
    return { url, process: launcher, keeper: recorded.keeper, server };
  }

  function server(): ProcessIdentity {
    const pid = Number(readFileSync(path.join(dataDir, 'cluster', 'postmaster.pid'), 'utf8').split('\n')[0]);
    const identity = processIdentity(pid);
    if (!identity) throw new Error('the server is not there');
    return identity;
  }

  async function gone(identity: ProcessIdentity): Promise<void> {
    await until('its end', () => !isAlive(identity));
  }

  it('keeps its data over a restart, on loopback only, with a password', async () => {
    const first = await startEmbeddedPostgres({ dataDir, ...quiet });
    await query(first.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    expect(await query(first.url, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    expect(await query(first.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    await expect(query(first.url.replace(/:[0-9a-f]{48}@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(
      /password/,
    );
    for (const file of ['password', 'keeper.json', 'postgres.log']) {
      expect(statSync(path.join(dataDir, file)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(path.join(dataDir, 'cluster')).mode & 0o777).toBe(0o700);
    const running = server();
    await first.stop();
    expect(isAlive(running)).toBe(false);

    const second = await startEmbeddedPostgres({ dataDir, ...quiet });
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([{ answer: 42 }]);
    await second.stop();
  });

  it('logs no statement and none of its values', async () => {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, ...quiet });
    await query(url, 'CREATE TABLE once (name text PRIMARY KEY)');
    await query(url, "INSERT INTO once VALUES ('hunter2')");
    await expect(query(url, "INSERT INTO once VALUES ('hunter2')")).rejects.toThrow();
    await expect(query(url, "SELECT 'hunter2' FROM nowhere")).rejects.toThrow();
    await stop();
    const log = readFileSync(path.join(dataDir, 'postgres.log'), 'utf8');
    expect(log).toContain('duplicate key');
    expect(log).not.toContain('hunter2');
  });

  it('refuses a data directory that another living process uses', async () => {
    const first = await launch();
    await expect(startEmbeddedPostgres({ dataDir, ...quiet })).rejects.toThrow(/is in use by process/);
    first.process.kill('SIGKILL');
    await gone(first.keeper);
  });

  it('stops when its launcher is killed, and starts again with what was committed', async () => {
    const first = await launch();
    const running = first.server();
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS row');
    first.process.kill('SIGKILL');
    const second = await startEmbeddedPostgres({ dataDir, ...quiet });
    expect(isAlive(running)).toBe(false);
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([{ row: 1 }]);
    await second.stop();
    await gone(first.keeper);
  });

  it.each([
    ['launcher, keeper and server', true],
    ['launcher and keeper, but not the server', false],
  ])('starts again after kill -9 of %s', async (_, alsoServer) => {
    const first = await launch();
    const running = first.server();
    await query(first.url, 'CREATE TABLE kept AS SELECT 1 AS row');
    first.process.kill('SIGKILL');
    process.kill(first.keeper.pid, 'SIGKILL');
    if (alsoServer) process.kill(running.pid, 'SIGKILL');
    const second = await startEmbeddedPostgres({ dataDir, ...quiet });
    expect(isAlive(running)).toBe(false);
    expect(await query(second.url, 'SELECT * FROM kept')).toEqual([{ row: 1 }]);
    await second.stop();
  });

  it('comes back at the same address after only the server was killed', async () => {
    const { url, stop } = await startEmbeddedPostgres({ dataDir, ...quiet });
    await query(url, 'CREATE TABLE kept AS SELECT 1 AS row');
    const running = server();
    process.kill(running.pid, 'SIGKILL');
    await gone(running);
    const rows = await untilItSucceeds(() => query(url, 'SELECT * FROM kept'));
    expect(rows).toEqual([{ row: 1 }]);
    await stop();
  });
});
