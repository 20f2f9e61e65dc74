import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPool } from '@wallet-service/postgres';
import { startPostgresServer, type PostgresServer } from '@wallet-service/chaos';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { startTestStack, type TestStack } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { acceptRestore } from './accept-stops.js';

// A base backup and archived WAL, restored to a time as deploy/runbook/point-in-time.md says. The services start on the
// result, with the same secrets and the same witnesses.

const versions = '/usr/lib/postgresql';
const native = (existsSync(versions) ? readdirSync(versions) : [])
  .map((version) => path.join(versions, version))
  .find((folder) =>
    ['postgres', 'pg_basebackup'].every((name) => existsSync(path.join(folder, 'bin', name))),
  );
const silent = { info: () => undefined, warn: () => undefined };

(native === undefined ? describe.skip : describe)('a restore to a point in time', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'point-in-time-'));
  const inside = (name: string): string => path.join(folder, name);
  let server: PostgresServer;
  let stack: TestStack | undefined;
  const wallets = new Map<string, string>();

  async function ask(statement: string): Promise<string> {
    const database = createPool({
      url: server.url,
      max: 1,
      logger: silent,
      applicationName: 'point-in-time',
    });
    try {
      const { rows } = await database.query<{ answer: unknown }>(statement);
      return String(rows[0]?.answer);
    } finally {
      await database.end();
    }
  }
  async function walletOf(user: string): Promise<string> {
    const client = createExpressClient((stack as TestStack).stack);
    return client.wallet(await client.token(user), 'ETH');
  }
  const start = async (): Promise<void> => {
    stack = await startTestStack({ DATABASE_URL: server.url, DATA_DIR: inside('stack') });
  };

  beforeAll(async () => {
    chmodSync(folder, 0o711);
    server = await startPostgresServer(inside('server'), native);
    const data = inside('server/cluster');
    const archive = inside('archive');
    mkdirSync(archive);
    chmodSync(archive, 0o777);
    await ask(`ALTER SYSTEM SET archive_mode = on`);
    await ask(`ALTER SYSTEM SET archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`);
    await server.end('SIGINT');
    await server.start();
    await start();
    wallets.set('before the base backup', await walletOf('before the base backup'));

    execFileSync(
      path.join(native ?? '', 'bin/pg_basebackup'),
      ['--dbname', server.url, '--pgdata', inside('base'), '--wal-method', 'none', '--checkpoint', 'fast'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    wallets.set('after it', await walletOf('after it'));
    const time = await ask(`SELECT clock_timestamp()::text AS answer`);
    wallets.set('too late', await walletOf('too late'));
    await stack?.stop();
    const last = await ask(`SELECT pg_walfile_name(pg_switch_wal()) AS answer`);
    await until('the last WAL in the archive', () => existsSync(path.join(archive, last)));

    const { uid, gid } = statSync(data);
    await server.end('SIGKILL');
    renameSync(data, inside('lost'));
    execFileSync('cp', ['-r', inside('base'), data]);
    writeFileSync(path.join(data, 'recovery.signal'), '');
    writeFileSync(
      path.join(data, 'postgresql.auto.conf'),
      `restore_command = 'cp ${archive}/%f %p'\nrecovery_target_time = '${time}'\nrecovery_target_action = promote\n`,
    );
    execFileSync('chown', ['-R', `${uid}:${gid}`, data]);
    chmodSync(data, 0o700);
    await server.start();
    await until(
      'the server to accept writes',
      async () => (await ask('SELECT pg_is_in_recovery() AS answer')) === 'false',
    );
    // The witnesses know longer journals.
    await acceptRestore(server.url, inside('stack'));
    await start();
  });
  afterAll(async () => {
    await stack?.stop();
    await server.end('SIGKILL');
    rmSync(folder, { recursive: true });
  });

  it.each(['before the base backup', 'after it'])('gives a user from %s the same wallet', async (user) => {
    expect(await walletOf(user)).toBe(wallets.get(user));
  });

  it('has lost the wallet that was made later, which is another one when its user comes back', async () => {
    expect(await walletOf('too late')).not.toBe(wallets.get('too late'));
  });
});
