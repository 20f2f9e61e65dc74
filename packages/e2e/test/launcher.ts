import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  isAlive,
  processIdentity,
  repositoryRoot,
  type ProcessIdentity,
  type StackFile,
} from '@wallet-service/local-stack';
import {
  startProcess,
  type ProcessOptions,
  type StartedProcess,
} from '@wallet-service/test-kit/start-process';
import { until } from '@wallet-service/test-kit/until';

export type Launcher = StartedProcess & {
  readonly dataDir: string;
  /** Resolves to stack.json when the stack is ready. Throws with the output when the launcher ends first. */
  readonly ready: () => Promise<StackFile>;
};

/** `pnpm start` as a separate process. */
export function launch(dataDir: string, variables: Readonly<Record<string, string>> = {}): Launcher {
  const started = runScript('packages/local-stack/dist/start.js', { DATA_DIR: dataDir, ...variables });
  return {
    ...started,
    dataDir,
    ready: async () => {
      await started.printed(/\] ready\n/);
      return JSON.parse(readFileSync(path.join(dataDir, 'stack.json'), 'utf8')) as StackFile;
    },
  };
}

/** Runs what a script of package.json runs. It does not end with this process, so end it. */
export function runScript(
  program: string,
  variables: Readonly<Record<string, string>>,
  options: Pick<ProcessOptions, 'args' | 'detached'> = {},
): StartedProcess {
  const env = { PATH: process.env['PATH'] ?? '', PORT: '0', ...variables };
  return startProcess(path.join(repositoryRoot(), program), { ...options, env, endsWithUs: false });
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

export async function allGone(processes: readonly ProcessIdentity[], limitMs = 15_000): Promise<void> {
  await until('the end of the processes', () => !processes.some(isAlive), limitMs);
}
