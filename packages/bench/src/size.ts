import { setTimeout as sleep } from 'node:timers/promises';
import type { StackFile } from '@wallet-service/local-stack';
import { createApplication } from './applications.js';
import { alone, connections, messagesOf, underLoad } from './arms.js';
import { fillDatabase, type Size } from './fill-database.js';
import { putUnderLoad } from './load.js';
import { inRounds, type Arm } from './rounds.js';
import type { SizeRound } from './size-report.js';
import { startBenchStack } from './stacks.js';

export const fullSize: Size = { applications: 1_000, wallets: 1_000_000, entries: 10_000_000 };

export type SizeOptions = {
  readonly rounds: number;
  /** Of each measurement in a round. */
  readonly seconds: number;
  /** How long the large stack is under load before the rounds. */
  readonly loadMinutes: number;
  /** Ends it before its next step. */
  readonly signal: AbortSignal;
};

const users = 64;
const pauseMs = 500;
const warmUpSeconds = 4;
const atOnce = 8;
// Of the requests before the rounds, so that one refusal does not cost an hour.
const mostFailed = 0.001;

/**
 * A stack that is full and has been under load, beside two fresh ones of the same build, in turn. The second fresh one
 * shows the noise.
 */
export async function measureSize(
  size: Size,
  { rounds, seconds, loadMinutes, signal }: SizeOptions,
  announce: (line: string) => void,
): Promise<readonly SizeRound[]> {
  const undo: (() => Promise<void>)[] = [];
  const start = async (what: string) => {
    signal.throwIfAborted();
    announce(`starting ${what}`);
    const stack = await startBenchStack();
    undo.push(() => stack.stop());
    return stack;
  };
  try {
    const large = await start('a stack to fill');
    announce(`making ${size.applications} applications`);
    const ids = await makeApplications(large.stack, size.applications);
    announce(`writing ${size.wallets} wallets and ${size.entries} journal entries`);
    await fillDatabase(
      large.databaseUrl,
      ids,
      size,
      (done) => {
        if (done % 1_000_000 === 0) announce(`${done} entries`);
      },
      signal,
    );
    const ofLarge = await messagesOf(large, users);
    if (loadMinutes > 0) {
      announce(`under load for ${loadMinutes} minutes`);
      const end = { seconds: loadMinutes * 60 };
      const load = await putUnderLoad(large.stack.express_url, ofLarge, connections, end, mostFailed);
      announce(`${load.requests} requests, ${load.failed} of them failed`);
    }
    const fresh = await start('a fresh stack');
    const second = await start('another one');
    const [ofFresh, ofSecond] = [await messagesOf(fresh, users), await messagesOf(second, users)];
    const arms = {
      large: underLoad(large, ofLarge),
      fresh: underLoad(fresh, ofFresh),
      second: underLoad(second, ofSecond),
      large_alone: alone(large, ofLarge),
      fresh_alone: alone(fresh, ofFresh),
      second_alone: alone(second, ofSecond),
    } satisfies Record<keyof SizeRound, Arm>;
    announce('warming up');
    await inRounds(arms, { rounds: 1, seconds: warmUpSeconds, pauseMs, signal, onRound: () => undefined });
    return await inRounds(arms, {
      ...{ rounds, seconds, pauseMs, signal },
      onRound: (number, round) => {
        const ratio = (round.large.perSecond / round.fresh.perSecond).toFixed(2);
        announce(`round ${number} of ${rounds}: ${ratio} of a fresh stack's throughput`);
      },
    });
  } finally {
    for (let last = undo.pop(); last; last = undo.pop()) await last();
  }
}

async function makeApplications(stack: StackFile, count: number): Promise<readonly string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const batch = Array.from(
      { length: Math.min(atOnce, count - ids.length) },
      async (_, index) => (await createApplication(stack, `size ${ids.length + index}`)).id,
    );
    ids.push(...(await Promise.all(batch)));
    await sleep(20);
  }
  return ids;
}
