import { readdirSync, readFileSync } from 'node:fs';

// proc(5) counts in ticks of 1/100 s on every architecture that Node runs on.
const tickMs = 10;

/**
 * The CPU time of a process since its start, in milliseconds, user and system. `undefined` when it is gone or the
 * system is not Linux.
 */
export function cpuMs(pid: number): number | undefined {
  const fields = statFields(pid);
  return fields && (Number(fields[11]) + Number(fields[12])) * tickMs;
}

/**
 * The same for all processes of the embedded Postgres whose keeper is `keeperPid`. Each connection has its own process.
 */
export function postgresCpuMs(keeperPid: number): number {
  const [server] = childrenOf(keeperPid);
  if (server === undefined) return 0;
  return [server, ...childrenOf(server)].reduce((sum, pid) => sum + (cpuMs(pid) ?? 0), 0);
}

export function childrenOf(pid: number): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((candidate) => statFields(candidate)?.[1] === String(pid));
}

/** The fields after the name. The first is the state, the second the parent's id. */
function statFields(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
