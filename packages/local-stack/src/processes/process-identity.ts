import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * After a restart of the machine a process id may belong to another process. Together with the start time it
 * identifies one process.
 */
export type ProcessIdentity = { readonly pid: number; readonly startedAt: string };

/** `undefined` if no such process lives (a zombie counts as dead). */
export function processIdentity(pid: number): ProcessIdentity | undefined {
  const startedAt = process.platform === 'linux' ? startedAtOnLinux(pid) : startedAtByPs(pid);
  return startedAt === undefined ? undefined : { pid, startedAt };
}

export function isAlive(identity: ProcessIdentity): boolean {
  return processIdentity(identity.pid)?.startedAt === identity.startedAt;
}

// proc(5): after the name in parentheses come the state (field 3) and, as field 22, the start in clock ticks
// since boot.
function startedAtOnLinux(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (fields[0] === 'Z' || fields[0] === 'X') return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()}/${fields[19] ?? ''}`;
  } catch {
    return undefined;
  }
}

function startedAtByPs(pid: number): string | undefined {
  try {
    const text = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim();
    return text === '' ? undefined : text;
  } catch {
    return undefined;
  }
}
