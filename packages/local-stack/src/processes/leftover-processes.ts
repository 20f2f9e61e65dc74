import { existsSync, readFileSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { isAlive, processIdentity, type ProcessIdentity } from './process-identity.js';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';

export type NamedProcess = { readonly name: string; readonly pid: number };

const patienceMs = 15_000;

/** Records which processes belong to the stack, for `endLeftovers` of a later start. */
export function recordProcesses(file: string, processes: readonly NamedProcess[]): void {
  const identities = processes.flatMap(({ name, pid }) => {
    const identity = processIdentity(pid);
    return identity ? [{ name, ...identity }] : [];
  });
  writePrivateFile(file, JSON.stringify(identities));
}

/** The processes of the running stack. */
export function recordedProcesses(file: string): readonly NamedProcess[] {
  return JSON.parse(readFileSync(file, 'utf8')) as NamedProcess[];
}

/**
 * Waits for the processes of an earlier start that was killed. They end by themselves because their standard
 * input has ended. One that hangs is killed after 15 s, so that two stacks never write to one folder.
 */
export async function endLeftovers(file: string, announce: (line: string) => void): Promise<void> {
  if (!existsSync(file)) return;
  const leftovers = JSON.parse(readFileSync(file, 'utf8')) as ProcessIdentity[];
  const giveUpAt = Date.now() + patienceMs;
  let alive = leftovers.filter(isAlive);
  if (alive.length > 0) announce(`waiting for ${alive.length} processes of an earlier start to end`);
  while (alive.length > 0 && Date.now() < giveUpAt) {
    await sleep(50);
    alive = alive.filter(isAlive);
  }
  for (const { pid } of alive) process.kill(pid, 'SIGKILL');
  rmSync(file, { force: true });
}
