import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  childrenOf,
  clusterOwner,
  dataFolderFor,
  freePorts,
  initialiseCluster,
  postgresFolder,
  readServerLock,
  serverEnvironment,
} from '@wallet-service/local-stack';
import { spawnTethered } from '@wallet-service/test-kit/spawn-tethered';

/** A Postgres that may be killed. It comes back on the same port. */
export type PostgresServer = {
  readonly url: string;
  readonly pid: () => number | undefined;
  /** Processes of the server and of its connections. */
  readonly processes: () => readonly number[];
  readonly start: () => Promise<void>;
  /** SIGKILL: the machine loses power. SIGINT: an administrator restarts it. Resolves when it is gone. */
  readonly end: (signal: 'SIGKILL' | 'SIGINT') => Promise<void>;
};

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  // Small, so that a full disk matters soon.
  max_wal_size: '64MB',
  min_wal_size: '32MB',
};

/**
 * Creates a cluster in `folder`/cluster and starts a server on it. `native`: the folder whose `bin` has the programs,
 * by default that of the npm package.
 */
export async function startPostgresServer(folder: string, native?: string): Promise<PostgresServer> {
  const [port = 0] = await freePorts(1);
  mkdirSync(folder, { recursive: true });
  const cluster = path.join(folder, 'cluster');
  const owner = clusterOwner(cluster);
  const installation = { native: native ?? postgresFolder(owner), owner, cluster };
  const password = 'chaos';
  initialiseCluster(installation, password);
  const options = Object.entries({ ...settings, port: String(port) }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  let running: ChildProcess | undefined;

  function launch(): ChildProcess {
    const log = openSync(path.join(folder, 'postgres.log'), 'a', 0o600);
    const child = spawnTethered(
      path.join(installation.native, 'bin', 'postgres'),
      ['-D', dataFolderFor(installation), ...options],
      { owner, cwd: cluster, env: serverEnvironment(), output: log },
    );
    closeSync(log);
    return child;
  }

  async function start(): Promise<void> {
    const giveUpAt = Date.now() + 30_000;
    while (Date.now() < giveUpAt) {
      const child = launch();
      while (child.exitCode === null && child.signalCode === null && Date.now() < giveUpAt) {
        if (isReady(cluster, child)) {
          running = child;
          return;
        }
        await sleep(20);
      }
      // After a crash the last server's shared memory may take some seconds to disappear.
      await sleep(200);
    }
    throw new Error(`Postgres does not start; see ${folder}/postgres.log`);
  }

  await start();
  return {
    url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
    pid: () => (running?.exitCode === null && running.signalCode === null ? running.pid : undefined),
    processes: () => (running?.pid === undefined ? [] : [running.pid, ...childrenOf(running.pid)]),
    start,
    async end(signal) {
      if (!running || running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, 'exit');
      running.kill(signal);
      await gone;
    },
  };
}

function isReady(cluster: string, { pid }: ChildProcess): boolean {
  if (!existsSync(cluster)) return false;
  const lock = readServerLock(cluster);
  return lock?.pid === pid && lock?.ready === true;
}
