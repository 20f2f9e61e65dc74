import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startEmbeddedPostgres, startTestStack, type StackFile } from '@wallet-service/local-stack';
import pg from 'pg';
import { makeApplication } from './applications.js';
import { startDelayProxy } from './delay-proxy-process.js';
import { putUnderLoad, type LoadRequest, type LoadResult } from './load.js';
import { kinds } from './kinds.js';
import { makeUsers, requestsOf } from './requests.js';
import { scaleFigures, type ReplicaCount, type ScaleFigures, type ScaleRound } from './scale-report.js';

const replicaCounts = [1, 2, 4] as const;
const connections = 256;
const hotUsers = 64;
const spreadApplications = 20;
const spreadUsers = 4;
// A replica that has signed less still compiles its code.
const warmUpRequests = 2500;
const warmUpConnections = 32;
const pauseMs = 1500;
// Not measured: what has expired since the load before is looked up again, once for each application and replica.
const runInSeconds = 2;

type Announce = (line: string) => void;
type ScaleStack = {
  readonly replicas: ReplicaCount;
  readonly url: string;
  readonly hot: readonly LoadRequest[];
  readonly spread: readonly LoadRequest[];
  readonly deadlocks: () => Promise<number>;
};
type Undo = (() => unknown)[];

export type ScaleOptions = {
  readonly rounds: number;
  readonly secondsEach: number;
  /** Ends it before its next step. */
  readonly signal: AbortSignal;
};

/**
 * Stacks with one, two and four wallet replicas, each with a Postgres server of its own, under the same load in turn:
 * first without a delay, then with 5 ms each way between every service and Postgres, for four replicas alone.
 */
export async function measureScale(options: ScaleOptions, announce: Announce): Promise<ScaleFigures> {
  const near = await measureStacks(replicaCounts, 0, options, announce);
  const far = await measureStacks([1, 4], 5, options, announce);
  return scaleFigures({ near: near.rounds, far: far.rounds, deadlocks: near.deadlocks + far.deadlocks });
}

async function measureStacks(
  counts: readonly ReplicaCount[],
  delayMs: number,
  { rounds, secondsEach, signal }: ScaleOptions,
  announce: Announce,
): Promise<{ readonly rounds: readonly ScaleRound[]; readonly deadlocks: number }> {
  const undo: Undo = [];
  try {
    const stacks: ScaleStack[] = [];
    for (const replicas of counts) {
      signal.throwIfAborted();
      announce(
        `starting ${replicas} wallet ${replicas === 1 ? 'replica' : 'replicas'}, ${delayMs} ms to Postgres`,
      );
      stacks.push(await startScaleStack(replicas, delayMs, undo));
    }
    for (const stack of stacks) {
      signal.throwIfAborted();
      announce(`warming up ${stack.replicas}`);
      const requests = (warmUpRequests * stack.replicas) / 2;
      // Few at once: a request that waits for cold code for too long is refused.
      await putUnderLoad(stack.url, stack.hot, warmUpConnections, { requests });
      await putUnderLoad(stack.url, stack.spread, warmUpConnections, { requests });
    }
    const measured: ScaleRound[] = [];
    for (let round = 0; round < rounds; round += 1) {
      signal.throwIfAborted();
      // Each round begins with another stack, because what runs first may find a quieter machine.
      const turn = stacks.map((_, index) => stacks[(round + index) % stacks.length]).filter((one) => !!one);
      measured.push({
        hot: await inTurn(turn, 'hot', secondsEach),
        spread: await inTurn(turn, 'spread', secondsEach),
      });
      announce(`round ${round + 1} of ${rounds}: ${roundLine(measured.at(-1))}`);
    }
    const deadlocks = await Promise.all(stacks.map((stack) => stack.deadlocks()));
    return { rounds: measured, deadlocks: deadlocks.reduce((sum, each) => sum + each, 0) };
  } finally {
    for (let last = undo.pop(); last; last = undo.pop()) await last();
  }
}

async function inTurn(
  stacks: readonly ScaleStack[],
  load: 'hot' | 'spread',
  seconds: number,
): Promise<ReadonlyMap<ReplicaCount, LoadResult>> {
  const results = new Map<ReplicaCount, LoadResult>();
  for (const stack of stacks) {
    await putUnderLoad(stack.url, stack[load], connections, { seconds: runInSeconds });
    results.set(stack.replicas, await putUnderLoad(stack.url, stack[load], connections, { seconds }));
    // What the stack does after its answers must not slow down the next one.
    await sleep(pauseMs);
  }
  return results;
}

async function startScaleStack(replicas: ReplicaCount, delayMs: number, undo: Undo): Promise<ScaleStack> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'scale-'));
  undo.push(() => {
    rmSync(dataDir, { recursive: true, force: true });
  });
  const server = await startEmbeddedPostgres({
    dataDir: path.join(dataDir, 'postgres'),
    log: () => undefined,
  });
  undo.push(server.stop);
  const proxy = delayMs === 0 ? undefined : await startDelayProxy(server.url, delayMs);
  if (proxy) undo.push(proxy.close);
  const running = await startTestStack({
    DATA_DIR: dataDir,
    DATABASE_URL: proxy?.url ?? server.url,
    WALLET_REPLICAS: String(replicas),
  });
  undo.push(running.stop);
  const messagesOf = async (application: StackFile, users: number) =>
    requestsOf(application, (await makeUsers(application, dataDir, users)).tokens, kinds.message);
  const hot = await messagesOf(running.stack, hotUsers);
  const names = Array.from({ length: spreadApplications }, (_, index) => `bench ${index}`);
  const applications = await Promise.all(names.map((name) => makeApplication(running.stack, name)));
  const spread: LoadRequest[] = [];
  for (const application of applications) spread.push(...(await messagesOf(application, spreadUsers)));
  return {
    replicas,
    url: running.stack.express_url,
    hot,
    spread,
    deadlocks: () => deadlocksOf(server.url),
  };
}

async function deadlocksOf(url: string): Promise<number> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const { rows } = await client.query('select sum(deadlocks)::int as deadlocks from pg_stat_database');
    return (rows as readonly { deadlocks: number }[])[0]?.deadlocks ?? 0;
  } finally {
    await client.end();
  }
}

function roundLine(round: ScaleRound | undefined): string {
  return (['hot', 'spread'] as const)
    .map((load) => {
      const each = [...(round?.[load] ?? [])].toSorted(([one], [other]) => one - other);
      return `${load} ${each.map(([count, { perSecond }]) => `${count}: ${perSecond.toFixed(0)}/s`).join(', ')}`;
    })
    .join('; ');
}
