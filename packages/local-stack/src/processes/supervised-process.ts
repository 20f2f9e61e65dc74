import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { restartDelayMs, stableAfterMs } from './restart-delay.js';

export type ProcessSpec = {
  /** Such as `wallet-0`. */
  readonly name: string;
  /** Arguments of node: flags, script, arguments of the script. */
  readonly args: readonly string[];
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** One probe. May throw, which counts as not ready. */
  readonly isReady: () => Promise<boolean>;
};

export type SupervisedProcess = {
  readonly name: string;
  readonly logFile: string;
  /** The id of the running process. `undefined` between a crash and the restart. */
  readonly pid: () => number | undefined;
  /** Fulfilled when it is first ready, rejected if the process ends too often before. */
  readonly ready: Promise<void>;
  readonly kill: (signal: NodeJS.Signals) => void;
  /**
   * Ends the process in order and starts it again, with `env` in addition to its own. Fulfilled when it is
   * ready.
   */
  readonly restart: (env?: Readonly<Record<string, string>>) => Promise<void>;
  /** SIGTERM, and SIGKILL after 12 s. Fulfilled when the process has ended. */
  readonly stop: () => Promise<void>;
};

const attemptsBeforeFirstReadiness = 4;
const probeEveryMs = 50;
const readinessLimitMs = 60_000;
const stopLimitMs = 12_000;

type Deps = { readonly announce: (line: string) => void; readonly onSpawn: () => void };
type Running = {
  readonly child: ChildProcess;
  /** Fulfilled with the reason. */
  readonly ended: Promise<string>;
  readonly hasEnded: () => boolean;
  readonly startedAt: number;
};

/** Starts a process and restarts it, with back-off, whenever it ends unexpectedly. */
export function superviseProcess(spec: ProcessSpec, { announce, onSpawn }: Deps): SupervisedProcess {
  let running: Running | undefined;
  const asked = { stop: false, restart: false };
  const mayStart = (): boolean => !asked.stop && running === undefined;
  let crashes = 0;
  let succeed: () => void;
  let fail: (error: Error) => void;
  const firstReadiness = new Promise<void>((resolve, reject) => {
    succeed = resolve;
    fail = reject;
  });
  // Anyone waiting for it gets the error. Otherwise it must not end the launcher.
  firstReadiness.catch(() => undefined);
  let readiness: Promise<boolean> = Promise.resolve(false);
  let wasReady = false;

  const start = (more: Readonly<Record<string, string>> = {}): void => {
    running = startProcess({ ...spec, env: { ...spec.env, ...more } });
    onSpawn();
    readiness = becomesReady(spec, running, announce);
    void watch(running, readiness);
  };

  const watch = async (current: Running, ready: Promise<boolean>): Promise<void> => {
    void ready.then((isReady) => {
      if (!isReady) return;
      if (wasReady) announce(`${spec.name} is ready again (process ${String(current.child.pid)})`);
      wasReady = true;
      succeed();
    });
    const reason = await current.ended;
    if (running === current) running = undefined;
    if (asked.stop || asked.restart) return;
    crashes = Date.now() - current.startedAt > stableAfterMs ? 1 : crashes + 1;
    if (!wasReady && crashes >= attemptsBeforeFirstReadiness) {
      fail(new Error(`${spec.name} does not start (${reason}); see ${spec.logFile}`));
      return;
    }
    const delayMs = restartDelayMs(crashes);
    announce(
      `${spec.name} ended (${reason}); starting it again in ${delayMs / 1000} s; log: ${spec.logFile}`,
    );
    await sleep(delayMs);
    if (mayStart()) start();
  };

  const end = async (): Promise<void> => {
    if (!running) return;
    const { child, ended } = running;
    const tooLate = setTimeout(() => {
      announce(`${spec.name} does not stop; killing it`);
      child.kill('SIGKILL');
    }, stopLimitMs);
    child.kill('SIGTERM');
    await ended;
    clearTimeout(tooLate);
  };

  start();
  return {
    name: spec.name,
    logFile: spec.logFile,
    pid: () => running?.child.pid,
    ready: firstReadiness,
    kill: (signal) => running?.child.kill(signal),
    restart: async (env) => {
      asked.restart = true;
      await end();
      asked.restart = false;
      start(env);
      if (!(await readiness)) throw new Error(`${spec.name} is not ready after its restart`);
    },
    stop: async () => {
      asked.stop = true;
      await end();
    },
  };
}

async function becomesReady(
  { name, isReady }: ProcessSpec,
  { child, hasEnded, startedAt }: Running,
  announce: (line: string) => void,
): Promise<boolean> {
  const giveUpAt = startedAt + readinessLimitMs;
  while (!hasEnded() && Date.now() < giveUpAt) {
    if (await isReady().catch(() => false)) return true;
    await sleep(probeEveryMs);
  }
  if (!hasEnded()) {
    announce(`${name} is not ready after ${readinessLimitMs / 1000} s; ending it`);
    child.kill('SIGKILL');
  }
  return false;
}

function startProcess({ name, args, env, logFile }: ProcessSpec): Running {
  const log = openSync(logFile, 'a', 0o600);
  // A process that was killed leaves its socket behind, and the next one could not listen there.
  const socket = /^unix:(.+)$/.exec(env['LISTEN'] ?? '')?.[1];
  if (socket !== undefined) rmSync(socket, { force: true });
  // The shell disables core files, which would contain keys, and becomes the process itself. A separate
  // process group keeps Ctrl-C of the terminal from reaching it before the launcher has stopped those that
  // depend on it.
  const child = spawn('/bin/sh', ['-c', 'ulimit -c 0; exec "$0" "$@"', process.execPath, ...args], {
    env,
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  child.stdin?.on('error', () => undefined);
  let alive = true;
  const ended = new Promise<string>((resolve) => {
    const end = (reason: string): void => {
      alive = false;
      resolve(reason);
    };
    child.once('error', (error) => {
      end(`cannot start ${name}: ${error.message}`);
    });
    child.once('exit', (code, signal) => {
      end(signal === null ? `exit code ${String(code)}` : `signal ${signal}`);
    });
  });
  return { child, ended, hasEnded: () => !alive, startedAt: Date.now() };
}
