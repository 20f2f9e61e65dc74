/**
 * Runs between the launcher and Postgres, which would outlive a launcher that is killed: when its standard
 * input ends, it stops Postgres. It restarts Postgres when that ends by itself. One argument: a JSON object
 * of KeptServer.
 */
import { spawn, type ChildProcess } from 'node:child_process';

export type KeptServer = {
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly uid?: number;
  readonly gid?: number;
};

const firstPauseMs = 200;
const longestPauseMs = 5_000;
const fastStopWithinMs = 8_000;

const { command, args, ...options } = JSON.parse(process.argv[2] ?? '') as KeptServer;
let server: ChildProcess | undefined;
let stopping = false;
let pauseMs = firstPauseMs;

function start(): void {
  const startedAt = Date.now();
  server = spawn(command, args, { ...options, stdio: ['ignore', 'inherit', 'inherit'] });
  server.on('error', (error) => {
    console.error(`keeper: ${error.message}`);
    process.exit(1);
  });
  server.on('exit', (code, signal) => {
    server = undefined;
    if (stopping) process.exit(0);
    if (Date.now() - startedAt > 10_000) pauseMs = firstPauseMs;
    console.error(
      `keeper: Postgres ended (${signal ?? code ?? 'unknown'}); it starts again in ${pauseMs} ms`,
    );
    setTimeout(() => {
      if (!stopping) start();
    }, pauseMs);
    pauseMs = Math.min(2 * pauseMs, longestPauseMs);
  });
}

function stop(): void {
  if (stopping) return;
  stopping = true;
  if (!server) process.exit(0);
  // SIGINT: disconnect everybody, write everything, end. SIGQUIT: end at once; the next start recovers from the log.
  server.kill('SIGINT');
  setTimeout(() => server?.kill('SIGQUIT'), fastStopWithinMs);
}

process.on('SIGTERM', stop);
process.on('SIGINT', stop);
process.stdin.on('error', () => undefined);
process.stdin.on('close', stop);
process.stdin.resume();
start();
