import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { link, lstat, rename, rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type DirectoryLock = {
  /** Whether no other process took the directory over, and the directory is still there. */
  readonly isHeld: () => Promise<boolean>;
  readonly release: () => Promise<void>;
};

/** Longer than a process that sees a stale lock needs to replace it. */
const settleMs = 300;

/**
 * Makes this process the only one that uses a directory, also among containers that share its volume on one machine.
 * The lock is a socket on which the process listens: after a crash nobody does, so the next process takes it over. A
 * process id would not do, because it is 1 in every container. Throws if another process has the directory.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = path.join(directory, 'lock');
  const own = path.join(directory, `lock.${randomBytes(4).toString('hex')}`);
  const server = createServer((socket) => socket.destroy());
  await listen(server, own);
  const { ino, dev } = await lstat(own);
  const isHeld = async (): Promise<boolean> => {
    const found = await lstat(file).catch(missing);
    return found !== undefined && found.ino === ino && found.dev === dev;
  };
  const release = async (): Promise<void> => {
    if (await isHeld()) await rm(file);
    await rm(own, { force: true });
    server.close();
    await once(server, 'close');
  };
  try {
    if (!(await isNew(own, file))) await takeOver(directory, own, file);
    // Of several that found a stale lock at the same time, the last one has it.
    await sleep(settleMs);
    if (!(await isHeld())) throw inUse(directory);
  } catch (error) {
    await release();
    throw error;
  }
  return { isHeld, release };
}

async function takeOver(directory: string, own: string, file: string): Promise<void> {
  if (await answers(file)) throw inUse(directory);
  await rename(own, file);
}

function inUse(directory: string): Error {
  return new Error(`STATE_DIRECTORY: another witness uses ${directory}`);
}

/** Listens on the shorter of the two paths, because addresses of sockets have at most about 100 bytes. */
async function listen(server: Server, file: string): Promise<void> {
  const relative = path.relative(process.cwd(), file);
  server.listen(relative.length < file.length ? relative : file);
  await once(server, 'listening');
  server.unref();
}

async function isNew(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  await rm(own);
  return true;
}

async function answers(file: string): Promise<boolean> {
  const relative = path.relative(process.cwd(), file);
  const socket = connect(relative.length < file.length ? relative : file);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    // Nobody listens, or it is gone. Anything else does not tell that its process has ended.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (['ECONNREFUSED', 'ENOENT'].includes(code)) return false;
    throw error;
  } finally {
    socket.destroy();
  }
}

function missing(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
  throw error;
}
