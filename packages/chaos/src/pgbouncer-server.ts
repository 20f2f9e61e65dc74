import { spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { clusterOwner, freePorts } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import { spawnTethered } from '@wallet-service/test-kit/spawn-tethered';

/** A PgBouncer in transaction mode, with few connections to the server for each role. */
export type PgBouncer = {
  /** The URL of the server, through it. */
  readonly url: string;
  readonly log: () => string;
  readonly end: () => Promise<void>;
};

const connectionsOfARole = 4;

/** In front of the server of `serverUrl`, whose role is a superuser. `undefined` if the machine has no pgbouncer. */
export async function startPgBouncer(folder: string, serverUrl: string): Promise<PgBouncer | undefined> {
  if (spawnSync('pgbouncer', ['--version']).status !== 0) return undefined;
  const [port = 0] = await freePorts(1);
  const server = new URL(serverUrl);
  const user = decodeURIComponent(server.username);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const owner = clusterOwner(folder);
  const files = {
    'users.txt': `"${user}" "${decodeURIComponent(server.password)}"\n`,
    // The passwords of the other roles are read from the server, as hashes.
    'pgbouncer.ini': `[databases]
* = host=${server.hostname} port=${server.port || '5432'}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = users.txt
auth_user = ${user}
auth_query = SELECT usename, passwd FROM pg_shadow WHERE usename = $1
pool_mode = transaction
default_pool_size = ${connectionsOfARole}
max_client_conn = 1000
`,
  };
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content);
  // PgBouncer refuses to run as root.
  if (owner)
    for (const name of ['', ...Object.keys(files)]) chownSync(path.join(folder, name), owner.uid, owner.gid);
  const logFile = path.join(folder, 'pgbouncer.log');
  const output = openSync(logFile, 'a', 0o600);
  const running: ChildProcess = spawnTethered('pgbouncer', ['pgbouncer.ini'], { owner, cwd: folder, output });
  closeSync(output);
  const log = (): string => readFileSync(logFile, 'utf8');
  await until('PgBouncer listens', () => {
    if (running.exitCode !== null) throw new Error(`PgBouncer does not start: ${log()}`);
    return accepts(port);
  });
  const url = new URL(serverUrl);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return {
    url: url.href,
    log,
    async end() {
      if (running.exitCode !== null || running.signalCode !== null) return;
      const gone = once(running, 'exit');
      running.kill('SIGKILL');
      await gone;
    },
  };
}

async function accepts(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
