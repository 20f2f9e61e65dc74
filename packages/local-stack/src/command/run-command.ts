import { packageManagers } from './package-manager.js';
import { isAlive } from '../processes/process-identity.js';

/**
 * The tools of a local stack command: progress lines with the seconds since its start, and a signal for
 * Ctrl-C.
 */
export type CommandContext = {
  readonly announce: (line: string) => void;
  readonly signal: AbortSignal;
};

const watchEveryMs = 500;
const stopSignals = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs a command until it ends, or until a signal or the end of its package manager stops it. Exits with 0,
 * or with 1 and the reason if it throws.
 */
export async function runCommand(main: (context: CommandContext) => Promise<void>): Promise<never> {
  const startedAt = Date.now();
  const announce = (line: string): void => {
    console.log(`[${((Date.now() - startedAt) / 1000).toFixed(1).padStart(5)} s] ${line}`);
  };
  // A reader of the progress that disappears must not end the stack.
  process.stdout.on('error', () => undefined);
  const asked = new AbortController();
  for (const signal of stopSignals) {
    process.on(signal, () => {
      if (!asked.signal.aborted) announce(`${signal}: stopping`);
      asked.abort();
    });
  }
  const managers = packageManagers();
  const watch = setInterval(() => {
    if (asked.signal.aborted || managers.every(isAlive)) return;
    announce('the package manager that ran this command is gone: stopping');
    asked.abort();
  }, watchEveryMs);
  watch.unref();
  let exitCode = 0;
  try {
    await main({ announce, signal: asked.signal });
  } catch (error) {
    // Deliberate errors say what to do. Others are our bugs, and their place is worth knowing. But not more:
    // a TypeError of `new URL` has the whole text as a member, with the password in it.
    if (!(error instanceof Error)) console.error(String(error));
    else console.error(error instanceof TypeError ? error.stack : error.message);
    exitCode = 1;
  }
  process.exit(exitCode);
}
