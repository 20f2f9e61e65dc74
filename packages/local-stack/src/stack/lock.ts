import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { isAlive, processIdentity, type ProcessIdentity } from '../processes/process-identity.js';

export class StackRunsAlready extends Error {
  constructor(folder: string, pid: number) {
    super(
      `a stack runs already on ${folder} (process ${pid}). ` +
        'Stop it, or choose another DATA_DIR (and PORT=0) to run a second one',
    );
  }
}

/**
 * Locks `folder` for this process. A lock whose owner is dead is taken over. Returns the function that
 * releases it. Throws StackRunsAlready.
 */
export function lockStack(folder: string): () => void {
  const file = `${folder}/stack.lock`;
  const draft = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  const mine = processIdentity(process.pid);
  writeFileSync(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    while (!linked(draft, file)) {
      const owner = ownerOf(file);
      if (owner && isAlive(owner)) throw new StackRunsAlready(folder, owner.pid);
      removeStale(file, owner);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  return () => {
    rmSync(file, { force: true });
  };
}

/** The launcher that holds `folder`, while it lives. */
export function launcherOf(folder: string): ProcessIdentity | undefined {
  const owner = ownerOf(`${folder}/stack.lock`);
  return owner && isAlive(owner) ? owner : undefined;
}

// A link appears completely or not at all, and fails if the name is taken. So one of two starters wins.
function linked(draft: string, file: string): boolean {
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function ownerOf(file: string): ProcessIdentity | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity;
  } catch {
    return undefined;
  }
}

// Moved away before it is removed, so that a lock that a third process took meanwhile is put back and not
// lost.
function removeStale(file: string, stale: ProcessIdentity | undefined): void {
  const aside = `${file}.stale.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch {
    return;
  }
  const moved = ownerOf(aside);
  if (moved && isAlive(moved) && moved.pid !== stale?.pid) linked(aside, file);
  rmSync(aside, { force: true });
}
