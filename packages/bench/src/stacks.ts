import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  cpuMs,
  postgresCpuMs,
  recordedProcesses,
  startTestStack,
  type StackFile,
} from '@wallet-service/local-stack';
import type { CpuMeter } from './rounds.js';

/** A fresh stack with an embedded Postgres, in a folder of its own. */
export type BenchStack = {
  readonly stack: StackFile;
  readonly dataDir: string;
  /** The URL of the owner of the database's schemas. */
  readonly databaseUrl: string;
  /** Each process by its name, and `postgres`. */
  readonly meters: readonly CpuMeter[];
  /** The id of each process of Node. */
  readonly pids: ReadonlyMap<number, string>;
  readonly stop: () => Promise<void>;
};

export async function startBenchStack(
  variables: Readonly<Record<string, string>> = {},
  profiles?: string,
): Promise<BenchStack> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'bench-stack-'));
  const removeFolder = (): void => {
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const running = await startTestStack({ ...variables, DATA_DIR: dataDir }, profiles);
    const services = recordedProcesses(path.join(dataDir, 'processes.json'));
    return {
      stack: running.stack,
      dataDir,
      databaseUrl: running.databaseUrl,
      meters: metersOf(dataDir, services),
      pids: new Map(services.map(({ name, pid }) => [pid, name])),
      stop: async () => {
        await running.stop();
        removeFolder();
      },
    };
  } catch (error) {
    removeFolder();
    throw error;
  }
}

function metersOf(dataDir: string, services: ReturnType<typeof recordedProcesses>): readonly CpuMeter[] {
  const keeper = keeperPid(path.join(dataDir, 'postgres/keeper.json'));
  return [
    ...services.map(({ name, pid }) => ({ name: withoutNumber(name), read: () => cpuMs(pid) })),
    ...(keeper === undefined ? [] : [{ name: 'postgres', read: () => postgresCpuMs(keeper) }]),
  ];
}

/** Of a process with one replica. */
export function withoutNumber(name: string): string {
  return name.replace(/-0$/, '');
}

function keeperPid(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  const { keeper } = JSON.parse(readFileSync(file, 'utf8')) as { keeper?: { pid: number } };
  return keeper?.pid;
}
