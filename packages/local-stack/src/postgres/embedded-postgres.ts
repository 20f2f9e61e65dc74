import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { repositoryRoot } from '../command/repository-root.js';
import { freePorts } from '../processes/free-ports.js';
import { postgresFolder } from './binaries.js';
import {
  clusterOwner,
  dataFolderFor,
  initialiseCluster,
  serverEnvironment,
  type Installation,
} from './cluster.js';
import type { KeptServer } from '../postgres-keeper.js';
import { endPredecessor, readServerLock, recordKeeper } from './predecessor.js';
import { makePrivateFolder, readOrMakePrivateFile } from '@wallet-service/local-certificates/private-file';

export type EmbeddedPostgres = {
  /** The superuser's URL, with the password. */
  readonly url: string;
  readonly port: number;
  /** Stops the server. Resolves when it is gone. */
  readonly stop: () => Promise<void>;
};

// The first setting keeps it off the network. The others keep statements and row values out of the log, because they
// contain what callers sent.
const fixedSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
};

/**
 * Starts the Postgres of the npm package on a free port of the loopback interface. Its data, its password and its log
 * (`postgres.log`) are in `dataDir`, which is created if it is missing. It stops when this process ends, for any
 * reason. `log` gets a line for each slow step.
 */
export async function startEmbeddedPostgres({
  dataDir,
  log,
  settings = {},
}: {
  readonly dataDir: string;
  readonly log: (line: string) => void;
  /** Additional settings of postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
}): Promise<EmbeddedPostgres> {
  makePrivateFolder(dataDir);
  const cluster = path.join(dataDir, 'cluster');
  const password = readOrMakePrivateFile(path.join(dataDir, 'password'), () =>
    randomBytes(24).toString('hex'),
  ).toString();
  await endPredecessor(dataDir, cluster);
  const owner = clusterOwner(cluster);
  const installation = { native: postgresFolder(owner), owner, cluster };
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    log('creating the database');
    initialiseCluster(installation, password);
  }
  for (let attempt = 1; ; attempt++) {
    const [port = 0] = await freePorts(1);
    const keeper = keep(installation, dataDir, { ...fixedSettings, ...settings, port: String(port) });
    // Another process may take the port first, and after a crash the last server's shared memory may take some seconds
    // to disappear.
    if (await isReady(keeper, cluster, port)) {
      return {
        url: `postgres://postgres:${password}@127.0.0.1:${port}/postgres`,
        port,
        stop: () => stopKeeper(keeper),
      };
    }
    await stopKeeper(keeper);
    if (attempt === 3)
      throw new Error(`the database did not start; ${path.join(dataDir, 'postgres.log')} says why`);
  }
}

function keep(
  installation: Installation,
  dataDir: string,
  settings: Readonly<Record<string, string>>,
): ChildProcess {
  const server: KeptServer = {
    command: path.join(installation.native, 'bin', 'postgres'),
    args: [
      '-D',
      dataFolderFor(installation),
      ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    cwd: installation.cluster,
    ...installation.owner,
  };
  const logFile = openSync(path.join(dataDir, 'postgres.log'), 'a', 0o600);
  // In a separate session: Ctrl-C in a terminal goes to all processes of its session, and the database must stop last.
  const keeper = spawn(process.execPath, [keeperProgram(), JSON.stringify(server)], {
    stdio: ['pipe', logFile, logFile],
    env: serverEnvironment(),
    cwd: dataDir,
    detached: true,
  });
  closeSync(logFile);
  keeper.stdin?.on('error', () => undefined);
  recordKeeper(dataDir, keeper.pid ?? 0);
  return keeper;
}

function keeperProgram(): string {
  const file = path.join(repositoryRoot(), 'packages/local-stack/dist/postgres-keeper.js');
  if (!existsSync(file)) throw new Error('the keeper of the database is not built; run `pnpm build`');
  return file;
}

async function isReady(keeper: ChildProcess, cluster: string, port: number): Promise<boolean> {
  // Long, because after a crash the server first replays its log.
  const giveUpAt = Date.now() + 30_000;
  while (keeper.exitCode === null && keeper.signalCode === null && Date.now() < giveUpAt) {
    const lock = readServerLock(cluster);
    if (lock?.port === port && lock.ready) return true;
    await sleep(20);
  }
  return false;
}

async function stopKeeper(keeper: ChildProcess): Promise<void> {
  keeper.stdin?.end();
  while (keeper.exitCode === null && keeper.signalCode === null) await sleep(10);
}
