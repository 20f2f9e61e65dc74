import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

export type ServiceProcess = {
  readonly process: ChildProcess;
  /** Everything that it has written so far. */
  readonly output: () => string;
  /** Its exit code; -1 after a signal. */
  readonly exit: Promise<number>;
  /** Waits for the line that says where the operations server is. Throws with the output when that does not come. */
  readonly operations: () => Promise<string>;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
};

const startLimitMs = 20_000;

/** Starts a built service, `services/…/dist/main.js`, as a process that ends with this one. `env` is its whole environment. */
export function startServiceProcess(
  main: string,
  env: Readonly<Record<string, string | undefined>>,
  ...args: string[]
): ServiceProcess {
  if (!existsSync(main)) throw new Error('build first: pnpm build');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...env, EXIT_WITH_PARENT: '1' },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stdin.on('error', () => undefined);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  }
  const exit = once(child, 'close').then(([code]) => (code as number | null) ?? -1);
  return {
    process: child,
    output: () => output,
    exit,
    operations: async () => {
      const giveUpAt = Date.now() + startLimitMs;
      while (child.exitCode === null && Date.now() < giveUpAt) {
        const found = /"operations":"([^"]+)"/.exec(output)?.[1];
        if (found !== undefined) return found;
        await sleep(20);
      }
      throw new Error(`the service did not start: ${output}`);
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
