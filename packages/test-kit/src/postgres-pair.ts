import { execFile, execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { spawnTethered } from './spawn-tethered.js';
import { startSwitchableProxy, type SwitchableProxy } from './switchable-proxy.js';
import { until } from './until.js';

// Real replication, with the programs of Debian's package postgresql.

const versions = '/usr/lib/postgresql';
const programs = (existsSync(versions) ? readdirSync(versions) : [])
  .map((version) => path.join(versions, version, 'bin'))
  .find((folder) =>
    ['initdb', 'postgres', 'pg_basebackup', 'pg_isready'].every((name) =>
      existsSync(path.join(folder, name)),
    ),
  );

/** Whether this machine has the programs. */
export const hasPostgresPrograms = programs !== undefined;

export type PostgresPair = {
  /** The superuser's URL of the server to which clients are led. */
  readonly url: string;
  /** Without the proxy, `host:port` of the first primary and of the first standby. */
  readonly hosts: readonly [primary: string, standby: string];
  /** How many standbys' answers a commit waits for: one or none. Only before a failover. */
  readonly waitForStandby: (waits: boolean) => void;
  readonly stopStandby: () => Promise<void>;
  /** Resolves when it accepts connections again. */
  readonly startStandby: () => Promise<void>;
  /** From now on nothing reaches the standby, and the primary is not told. */
  readonly holdReplication: () => void;
  /** SIGKILL for the primary. */
  readonly killPrimary: () => Promise<void>;
  /** Makes a primary of the standby, and leads clients there. */
  readonly promote: () => Promise<void>;
  /** Makes a standby of the first primary, after `promote`. */
  readonly follow: () => Promise<void>;
  /** Starts the first primary again, as it was, and leads clients there. */
  readonly goBack: () => Promise<void>;
  readonly end: () => Promise<void>;
};

type Server = { readonly folder: string; readonly port: number; running?: ChildProcess | undefined };

const superuser = 'postgres';
// A killed server loses nothing that it has handed to the system, so it need not wait for the disk.
const settings = [
  `listen_addresses = '127.0.0.1'`,
  `unix_socket_directories = ''`,
  'fsync = off',
  'wal_level = replica',
  'hot_standby = on',
  'max_connections = 100',
  'wal_receiver_status_interval = 1s',
  // The file exists on the first primary alone, because a promoted standby has nobody to wait for.
  `include_if_exists = 'waiting.conf'`,
];

/** A primary, a standby that streams from it, and a proxy in front of each way. It takes about 3 s to start. */
export async function startPostgresPair(): Promise<PostgresPair> {
  const root = mkdtempSync(path.join(tmpdir(), 'pair-'));
  const owner = ownerOf(root);
  const undo: (() => unknown)[] = [
    () => {
      rmSync(root, { recursive: true, force: true });
    },
  ];
  const end = async (): Promise<void> => {
    for (let last = undo.pop(); last; last = undo.pop()) await last();
  };
  try {
    const [primary, standby] = [await serverIn(root, 'primary'), await serverIn(root, 'standby')];
    await run(owner, 'initdb', [
      '-D',
      primary.folder,
      '-U',
      superuser,
      '-A',
      'trust',
      '-E',
      'UTF8',
      '--no-sync',
    ]);
    appendFileSync(path.join(primary.folder, 'postgresql.conf'), `\n${settings.join('\n')}\n`);
    undo.push(() => kill(primary));
    await start(primary, owner);
    const stream = await startSwitchableProxy(primary.port);
    undo.push(stream.close);
    await copyTo(standby, stream.port, owner);
    undo.push(() => kill(standby));
    await start(standby, owner);
    const clients = await startSwitchableProxy(primary.port);
    undo.push(clients.close);
    return pairOf({ primary, standby, stream, clients, owner, end });
  } catch (error) {
    await end();
    throw error;
  }
}

type Owner = { readonly uid: number; readonly gid: number } | undefined;

function pairOf({
  primary,
  standby,
  stream,
  clients,
  owner,
  end,
}: {
  readonly primary: Server;
  readonly standby: Server;
  readonly stream: SwitchableProxy;
  readonly clients: SwitchableProxy;
  readonly owner: Owner;
  readonly end: () => Promise<void>;
}): PostgresPair {
  return {
    url: `postgres://${superuser}:unused@127.0.0.1:${clients.port}/postgres`,
    hosts: [`127.0.0.1:${primary.port}`, `127.0.0.1:${standby.port}`],
    waitForStandby(waits) {
      const names = waits ? '*' : '';
      writeFileSync(path.join(primary.folder, 'waiting.conf'), `synchronous_standby_names = '${names}'\n`);
      primary.running?.kill('SIGHUP');
    },
    stopStandby: () => kill(standby),
    startStandby: () => start(standby, owner),
    holdReplication: stream.hold,
    killPrimary: () => kill(primary),
    async promote() {
      await run(owner, 'pg_ctl', ['promote', '-w', '-D', standby.folder]);
      clients.switchTo(standby.port);
    },
    async follow() {
      rmSync(primary.folder, { recursive: true });
      await copyTo(primary, standby.port, owner);
      await start(primary, owner);
    },
    async goBack() {
      await start(primary, owner);
      clients.switchTo(primary.port);
    },
    end,
  };
}

async function copyTo(standby: Server, port: number, owner: Owner): Promise<void> {
  const source = `host=127.0.0.1 port=${port} user=${superuser}`;
  const copy = ['-D', standby.folder, '-d', source, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  await run(owner, 'pg_basebackup', copy);
}

// Postgres refuses to run as root.
function ownerOf(root: string): Owner {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string): number => Number(execFileSync('id', [flag, superuser]));
  const owner = { uid: id('-u'), gid: id('-g') };
  chownSync(root, owner.uid, owner.gid);
  return owner;
}

// Not synchronously: the proxies are in this process.
async function run(owner: Owner, program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(path.join(programs ?? '', program), args, { ...owner, cwd: '/', env: {} });
}

async function serverIn(root: string, name: string): Promise<Server> {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  mkdirSync(path.join(root, `${name}-log`));
  return { folder: path.join(root, name), port };
}

async function start(server: Server, owner: Owner): Promise<void> {
  const log = openSync(path.join(`${server.folder}-log`, 'postgres.log'), 'a');
  const command = path.join(programs ?? '', 'postgres');
  const args = ['-D', server.folder, '-c', `port=${server.port}`];
  const ready = ['-q', '-h', '127.0.0.1', '-p', String(server.port)];
  try {
    await until(`a server that answers (${server.folder}-log)`, async () => {
      // After a crash the last server's processes may take a moment to disappear, and the new one gives up.
      if (!server.running || server.running.exitCode !== null || server.running.signalCode !== null)
        server.running = spawnTethered(command, args, { owner, cwd: '/', env: {}, output: log });
      try {
        await run(owner, 'pg_isready', ready);
        return true;
      } catch {
        return false;
      }
    });
  } finally {
    closeSync(log);
  }
}

async function kill(server: Server): Promise<void> {
  const { running } = server;
  if (!running || running.exitCode !== null || running.signalCode !== null) return;
  const gone = once(running, 'exit');
  running.kill('SIGKILL');
  await gone;
}
