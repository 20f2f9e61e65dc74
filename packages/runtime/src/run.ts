import { Socket } from 'node:net';
import { exitsWithParent } from './config.js';
import { createLogger } from './logger.js';

const stopWithinMs = 10_000;

export type Lifecycle = {
  /** Adds a step of the shutdown. Steps run one after another, the last one registered first. */
  onStop(step: string, work: () => Promise<void>): void;
  /** Aborted when the shutdown begins. */
  readonly signal: AbortSignal;
};

/**
 * Runs a process: `main` starts everything and returns. The process then lives until SIGTERM, SIGINT or, with
 * EXIT_WITH_PARENT=1, the end of standard input. It runs the stop steps and exits with 0. It exits with 1 if `main` had
 * not returned, so that nobody takes a command for done, if a step fails, or if they take longer than 10 s. If `main`
 * fails, or an error is unhandled anywhere, it is logged, the steps run, and the exit code is 1. SIGUSR1 does not open
 * Node's debugger.
 */
export function run(name: string, main: (lifecycle: Lifecycle) => Promise<void>): void {
  const logger = createLogger({ service: name, level: 'info' });
  const abort = new AbortController();
  const steps: { step: string; work: () => Promise<void> }[] = [];
  let stopping = false;
  // Until `main` has returned.
  let exitCode = 1;

  // Taken from the end until none are left, so steps that are registered during the shutdown run as well.
  async function stopAll(): Promise<void> {
    for (let next = steps.pop(); next; next = steps.pop()) {
      try {
        await next.work();
      } catch (error) {
        exitCode = 1;
        logger.error({ err: error, step: next.step }, 'a step of the shutdown failed');
      }
    }
  }

  function stop(reason: string, code = 0): void {
    exitCode = Math.max(exitCode, code);
    // Ctrl-C reaches the children as well as the launcher, so a second signal is normal and must not shorten
    // the shutdown.
    if (stopping) return;
    stopping = true;
    logger.info({ reason }, 'stopping');
    setTimeout(() => {
      logger.error({ step: steps.at(-1)?.step }, 'the shutdown took too long');
      process.exit(1);
    }, stopWithinMs).unref();
    abort.abort();
    void stopAll().then(() => {
      logger.info({ exitCode }, 'stopped');
      process.exit(exitCode);
    });
  }

  // Without a handler Node opens its debugger on SIGUSR1, which shows every secret in memory to anyone who
  // reaches the port.
  process.on('SIGUSR1', () => {
    logger.warn('SIGUSR1 was received; no debugger is opened');
  });
  process.on('SIGTERM', () => {
    stop('SIGTERM');
  });
  process.on('SIGINT', () => {
    stop('SIGINT');
  });
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'an error went unhandled');
    stop('unhandled error', 1);
  });
  process.on('unhandledRejection', (reason) => {
    logger.fatal({ err: reason }, 'a rejection went unhandled');
    stop('unhandled rejection', 1);
  });
  if (exitsWithParent()) {
    process.stdin.on('close', () => {
      stop('the parent process is gone');
    });
    process.stdin.on('error', () => undefined);
    process.stdin.resume();
    // Waiting for the parent's end must not keep a process alive whose work is done, such as `migrate`.
    if (process.stdin instanceof Socket) process.stdin.unref();
  }

  main({ onStop: (step, work) => steps.push({ step, work }), signal: abort.signal }).then(
    () => {
      if (!stopping) exitCode = 0;
    },
    (error: unknown) => {
      // A start that was told to stop may well fail. That is not worth reporting.
      if (stopping) return;
      logger.fatal({ err: error }, 'the start failed');
      stop('the start failed', 1);
    },
  );
}
