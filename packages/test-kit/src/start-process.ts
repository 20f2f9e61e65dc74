import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { until } from './until.js';

export type StartedProcess = {
  readonly child: ChildProcess;
  /** Everything that it has written so far. */
  readonly output: () => string;
  /** Its exit code, or null after a signal. Resolves once it has ended and all of its output has arrived. */
  readonly exit: Promise<number | null>;
  readonly hasEnded: () => boolean;
  /** Waits for output that matches. Throws with the output so far when the process ends or the time is up. */
  readonly printed: (expected: RegExp, withinMs?: number) => Promise<RegExpExecArray>;
  /** Resolves when it has ended. */
  readonly end: (signal?: NodeJS.Signals) => Promise<void>;
};

export type ProcessOptions = {
  readonly args?: readonly string[];
  /** Its whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly nodeFlags?: readonly string[];
  readonly cwd?: string;
  /** In its own process group. */
  readonly detached?: boolean;
  /**
   * Whether it ends with this process. Programs that `run` of packages/runtime starts can. `pnpm start` and the like
   * cannot.
   */
  readonly endsWithUs?: boolean;
};

/** Starts a built program, such as `services/…/dist/main.js`. */
export function startProcess(
  program: string,
  { args = [], env, nodeFlags = [], cwd, detached = false, endsWithUs = true }: ProcessOptions,
): StartedProcess {
  if (!existsSync(program)) throw new Error(`${program} is not built: run pnpm build`);
  const child = spawn(process.execPath, [...nodeFlags, program, ...args], {
    env: { ...env, ...(endsWithUs && { EXIT_WITH_PARENT: '1' }) },
    stdio: [endsWithUs ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    detached,
    ...(cwd !== undefined && { cwd }),
  });
  child.stdin?.on('error', () => undefined);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const exit = once(child, 'close').then(([code]) => code as number | null);
  const hasEnded = (): boolean => child.exitCode !== null || child.signalCode !== null;
  return {
    child,
    output: () => output,
    exit,
    hasEnded,
    async printed(expected, withinMs) {
      const found = await until(
        `${String(expected)} from ${program}`,
        () => expected.exec(output) ?? (hasEnded() ? 'ended' : undefined),
        withinMs,
      ).catch((error: unknown) => {
        throw new Error(`${(error as Error).message}\n${output}`, { cause: error });
      });
      if (found !== 'ended') return found;
      await exit;
      const last = expected.exec(output);
      if (!last) throw new Error(`${program} ended without ${String(expected)}\n${output}`);
      return last;
    },
    async end(signal = 'SIGKILL') {
      if (!hasEnded()) child.kill(signal);
      await exit;
    },
  };
}

/** The address of a service's operations server, from the line that says it is ready. */
export async function operationsOf(service: StartedProcess): Promise<string> {
  const [, url = ''] = await service.printed(/"operations":"([^"]+)"/);
  return url;
}
