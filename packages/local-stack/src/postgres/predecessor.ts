import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';
import { isAlive, processIdentity, type ProcessIdentity } from '../processes/process-identity.js';

const dyingMs = 1_000;
const patienceMs = 15_000;

/** What the server writes about itself into postmaster.pid. */
export type ServerLock = { readonly pid: number; readonly port: number; readonly ready: boolean };

/** `undefined` when no server runs, or it has not started far enough. */
export function readServerLock(cluster: string): ServerLock | undefined {
  try {
    const lines = readFileSync(path.join(cluster, 'postmaster.pid'), 'utf8').split('\n');
    return { pid: Number(lines[0]), port: Number(lines[3]), ready: lines[7]?.startsWith('ready') ?? false };
  } catch {
    return undefined;
  }
}

type Recorded = { readonly keeper: ProcessIdentity; readonly launcher: ProcessIdentity };

/** Read by `endPredecessor` of a later start. */
export function recordKeeper(dataDir: string, pid: number): void {
  const recorded = { keeper: processIdentity(pid), launcher: processIdentity(process.pid) };
  writePrivateFile(keeperFile(dataDir), JSON.stringify(recorded));
}

function keeperFile(dataDir: string): string {
  return path.join(dataDir, 'keeper.json');
}

/**
 * Waits for the keeper of an earlier start, which ends soon after its launcher was killed, and ends a server without a
 * keeper. Throws when the launcher is still alive.
 */
export async function endPredecessor(dataDir: string, cluster: string): Promise<void> {
  const recorded = readRecord(dataDir);
  const begun = Date.now();
  const giveUpAt = begun + patienceMs;
  while (recorded && isAlive(recorded.keeper)) {
    // A launcher that was just killed may not be gone yet.
    const inUse = isAlive(recorded.launcher) && Date.now() > begun + dyingMs;
    if (inUse || Date.now() > giveUpAt) {
      throw new Error(`the database in ${dataDir} is in use by process ${recorded.launcher.pid}`);
    }
    await sleep(50);
  }
  for (let pid = serverProcess(cluster); pid !== undefined; pid = serverProcess(cluster)) {
    // First a fast stop, which disconnects everybody, then an immediate one, after which the next start recovers from
    // the log.
    process.kill(pid, Date.now() > giveUpAt ? 'SIGQUIT' : 'SIGINT');
    await sleep(100);
  }
}

function readRecord(dataDir: string): Recorded | undefined {
  const file = keeperFile(dataDir);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Recorded) : undefined;
}

// The process id alone proves nothing. After a restart of the machine it may belong to any process.
function serverProcess(cluster: string): number | undefined {
  const lock = readServerLock(cluster);
  if (!lock || processIdentity(lock.pid) === undefined) return undefined;
  const command = commandLine(lock.pid);
  return command.includes('postgres') && command.includes(`port=${lock.port}`) ? lock.pid : undefined;
}

function commandLine(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
  } catch {
    return '';
  }
}
