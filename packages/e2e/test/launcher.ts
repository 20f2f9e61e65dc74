import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  isAlive,
  processIdentity,
  repositoryRoot,
  type ProcessIdentity,
  type StackFile,
} from '@wallet-service/local-stack';

export type Launcher = {
  readonly child: ChildProcess;
  readonly dataDir: string;
  /** Everything that it has printed so far. */
  readonly output: () => string;
  /** Fulfilled with stack.json when the stack is ready; rejected when the launcher ends before. */
  readonly ready: () => Promise<StackFile>;
  readonly ended: Promise<number | null>;
};

/** `pnpm start` as a process of its own. */
export function launch(dataDir: string, variables: Readonly<Record<string, string>> = {}): Launcher {
  const child = spawn(process.execPath, [path.join(repositoryRoot(), 'packages/local-stack/dist/start.js')], {
    env: { PATH: process.env['PATH'] ?? '', PORT: '0', DATA_DIR: dataDir, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
  return {
    child,
    dataDir,
    output: () => output,
    ended,
    ready: async () => {
      await until(() => output.includes('] ready\n') || child.exitCode !== null, 60_000);
      if (child.exitCode !== null) throw new Error(output);
      return JSON.parse(readFileSync(path.join(dataDir, 'stack.json'), 'utf8')) as StackFile;
    },
  };
}

export function temporaryFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'launch-'));
}

/** All processes that a stack has started, Postgres included. */
export function processesOf(dataDir: string): readonly ProcessIdentity[] {
  const services = JSON.parse(
    readFileSync(path.join(dataDir, 'processes.json'), 'utf8'),
  ) as ProcessIdentity[];
  const postmaster = path.join(dataDir, 'postgres/cluster/postmaster.pid');
  const pid = existsSync(postmaster) ? Number(readFileSync(postmaster, 'utf8').split('\n')[0]) : 0;
  const postgres = pid > 0 ? processIdentity(pid) : undefined;
  return postgres ? [...services, postgres] : services;
}

export async function until(condition: () => boolean, limitMs: number): Promise<void> {
  const giveUpAt = Date.now() + limitMs;
  while (!condition()) {
    if (Date.now() > giveUpAt) throw new Error('it did not happen in time');
    await sleep(50);
  }
}

export async function allGone(processes: readonly ProcessIdentity[], limitMs = 15_000): Promise<void> {
  await until(() => !processes.some(isAlive), limitMs);
}
