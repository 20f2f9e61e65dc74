import { execFileSync } from 'node:child_process';
import { chownSync, closeSync, mkdirSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { ProcessOwner } from './binaries.js';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';

/** `native`: the folder of bin and lib. `cluster`: the server's data. `owner` owns it and runs the server. */
export type Installation = {
  readonly native: string;
  readonly owner: ProcessOwner;
  readonly cluster: string;
};

/** Postgres refuses to run as root. So root runs it as another user: the owner of the data, `postgres`, or `nobody`. */
export function clusterOwner(cluster: string): ProcessOwner {
  if (process.getuid?.() !== 0) return undefined;
  const status = statSync(cluster, { throwIfNoEntry: false });
  if (status && status.uid !== 0) return { uid: status.uid, gid: status.gid };
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string): number =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // Try the next one.
    }
  }
  throw new Error(
    'Postgres refuses to run as root and there is no user postgres or nobody; set DATABASE_URL',
  );
}

/**
 * The name under which the server finds its data, when it runs in that folder.
 *
 * The folders above belong to root alone. A process enters its working directory before it becomes another
 * user, and this name of it works without the right to pass through the folders above.
 */
export function dataFolderFor({ owner, cluster }: Installation): string {
  return owner !== undefined && process.platform === 'linux' ? '/proc/self/cwd' : cluster;
}

/** Creates the cluster, with `password` for the superuser `postgres`. */
export function initialiseCluster(installation: Installation, password: string): void {
  const { native, owner, cluster } = installation;
  const draft = `${cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  const passwordFile = `${cluster}.password`;
  writePrivateFile(passwordFile, password);
  if (owner) for (const file of [draft, passwordFile]) chownSync(file, owner.uid, owner.gid);
  const passwordHandle = openSync(passwordFile, 'r');
  try {
    const options = [
      '-U',
      'postgres',
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--pwfile=/dev/fd/3',
    ];
    execFileSync(
      path.join(native, 'bin', 'initdb'),
      ['-D', dataFolderFor({ ...installation, cluster: draft }), ...options],
      { ...owner, cwd: draft, env: serverEnvironment(), stdio: ['ignore', 'ignore', 'pipe', passwordHandle] },
    );
  } finally {
    closeSync(passwordHandle);
    rmSync(passwordFile);
  }
  // It is complete under its name or does not exist, whenever this process is killed.
  renameSync(draft, cluster);
}

/** Inherits nothing from the launcher. Time zone and locale do not depend on the machine. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  return { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
}
