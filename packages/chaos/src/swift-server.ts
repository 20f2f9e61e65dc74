import { execFileSync, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { freePorts } from '@wallet-service/local-stack/free-ports';
import { spawnTethered } from '@wallet-service/test-kit/spawn-tethered';
import { until } from '@wallet-service/test-kit/until';

/** An OpenStack Swift on one disk, which is a folder. It speaks S3. */
export type Swift = {
  readonly endpoint: string;
  readonly accessKey: string;
  readonly secretKey: string;
  /** Ends one of its servers (SIGKILL). */
  readonly endServer: (kind: Storage) => Promise<void>;
  readonly end: () => Promise<void>;
};
type Storage = (typeof storages)[number];

const storages = ['account', 'container', 'object'] as const;
const kinds = [...storages, 'proxy'] as const;
const [account, user, secretKey] = ['journals', 'archiver', 'secret-of-the-archiver'] as const;

export function isSwiftInstalled(): boolean {
  const programs = ['swift-ring-builder', ...kinds.map(programOf)];
  return spawnSync('which', programs).status === 0;
}

/** Without a bucket. `folder` must be on a disk that keeps extended attributes of files. */
export async function startSwift(folder: string): Promise<Swift> {
  const ports = await freePorts(kinds.length);
  const portOf = (kind: (typeof kinds)[number]): number => ports[kinds.indexOf(kind)] ?? 0;
  mkdirSync(path.join(folder, 'disks/disk'), { recursive: true });
  writeFileSync(path.join(folder, 'swift.conf'), swiftSettings);
  for (const kind of storages) {
    writeRing(folder, kind, portOf(kind));
    writeFileSync(path.join(folder, `${kind}.conf`), storageSettings(folder, kind, portOf(kind)));
  }
  writeFileSync(path.join(folder, 'proxy.conf'), proxySettings(folder, portOf('proxy')));

  const output = openSync(path.join(folder, 'swift.log'), 'a', 0o600);
  const running = new Map(
    kinds.map((kind) => {
      const started = spawnTethered(programOf(kind), [`${kind}.conf`, '-v'], { cwd: folder, output });
      return [kind, started] as const;
    }),
  );
  closeSync(output);
  await until('Swift answers', async () => {
    if ([...running.values()].some(isOver))
      throw new Error(`Swift does not start: ${readFileSync(path.join(folder, 'swift.log'), 'utf8')}`);
    return (await Promise.all(ports.map(answers))).every(Boolean);
  });
  return {
    endpoint: `http://127.0.0.1:${portOf('proxy')}`,
    accessKey: `${account}:${user}`,
    secretKey,
    endServer: (kind) => end(running.get(kind)),
    async end() {
      await Promise.all([...running.values()].map(end));
    },
  };
}

const programOf = (kind: (typeof kinds)[number]): string => `swift-${kind}-server`;

const swiftSettings = `[swift-hash]
swift_hash_path_suffix = test
[storage-policy:0]
name = one
default = yes
`;

/** `log_address`: not the log of the machine. */
const commonSettings = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${folder}
log_address = ${folder}/none
`;

const storageSettings = (folder: string, kind: Storage, port: number): string =>
  `${commonSettings(folder, port)}devices = ${folder}/disks
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`;

/**
 * The cache is not there: everything is read from the disk. A server that failed is asked again at once, and not
 * after a minute.
 */
const proxySettings = (
  folder: string,
  port: number,
): string => `${commonSettings(folder, port)}[pipeline:main]
pipeline = catch_errors cache s3api tempauth proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_${account}_${user} = ${secretKey} .admin
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
error_suppression_interval = 0
`;

/** One copy of everything, on the only disk. */
function writeRing(folder: string, kind: Storage, port: number): void {
  for (const words of [['create', '4', '1', '0'], ['add', `r1z1-127.0.0.1:${port}/disk`, '1'], ['rebalance']])
    execFileSync('swift-ring-builder', [`${kind}.builder`, ...words], { cwd: folder, stdio: 'ignore' });
}

/** Whatever it says. */
async function answers(port: number): Promise<boolean> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`);
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

const isOver = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;

async function end(server: ChildProcess | undefined): Promise<void> {
  if (server === undefined || isOver(server)) return;
  const gone = once(server, 'exit');
  server.kill('SIGKILL');
  await gone;
}
