import { spawn, type ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';

// The grandchild waits for a line on the pipe, which says that the server has ended. Without a line, the pipe ends when
// this process does.
const tether = '( ( read -r ended <&3 || kill -9 $$ ) & ) ; exec "$0" "$@" 3<&-';

/**
 * Starts a server that Ctrl-C in the terminal does not reach, so that it outlives those that use it. It is killed when
 * this process is gone, however that happens. The process is the server itself. `output`: a file handle for its output.
 */
export function spawnTethered(
  command: string,
  args: readonly string[],
  options: {
    /** The user to run it as. Without it, the current one. */
    readonly owner?: { readonly uid: number; readonly gid: number } | undefined;
    readonly cwd: string;
    readonly env?: NodeJS.ProcessEnv;
    readonly output: number | 'ignore';
  },
): ChildProcess {
  const { owner, output, ...place } = options;
  const child = spawn('/bin/sh', ['-c', tether, command, ...args], {
    ...owner,
    ...place,
    detached: true,
    stdio: ['ignore', output, output, 'pipe'],
  });
  const pipe = child.stdio[3] as Writable;
  pipe.on('error', () => undefined);
  child.once('exit', () => pipe.end('ended\n'));
  return child;
}
