import { readdirSync, readFileSync } from 'node:fs';

/**
 * The CPU time of the threads of a process since their start, in milliseconds, to the microsecond. Threads that ended
 * are not counted. `undefined` when it is gone or the system is not Linux.
 */
export function cpuMs(pid: number): number | undefined {
  try {
    const threads = readdirSync(`/proc/${pid}/task`);
    // proc(5): the first number of schedstat is the time on the CPU in nanoseconds. `stat` counts in 1/100 s.
    const nanoseconds = threads.map((thread) =>
      Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
    );
    return nanoseconds.reduce((sum, each) => sum + each, 0) / 1e6;
  } catch {
    return undefined;
  }
}

// proc(5) counts in ticks of 1/100 s on every architecture that Node runs on.
const tickMs = 10;

/**
 * The same for all processes of the embedded Postgres whose keeper is `keeperPid`. Each connection has its own process,
 * and those that ended are counted too.
 */
export function postgresCpuMs(keeperPid: number): number {
  const [server] = childrenOf(keeperPid);
  if (server === undefined) return 0;
  const alive = [server, ...childrenOf(server)].reduce((sum, pid) => sum + (cpuMs(pid) ?? 0), 0);
  const [user = 0, system = 0] = statFields(server)?.slice(13, 15).map(Number) ?? [];
  return alive + (user + system) * tickMs;
}

export function childrenOf(pid: number): readonly number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(Number).filter((candidate) => statFields(candidate)?.[1] === String(pid));
}

/** The fields after the name: state, parent, …; the 14th and 15th are the CPU of children that ended. */
function statFields(pid: number): readonly string[] | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
