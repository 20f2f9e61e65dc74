import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadResult } from './load.js';

/** Milliseconds of CPU since the start of what it measures. Undefined if that is gone. */
export type CpuMeter = { readonly name: string; readonly read: () => number | undefined };
/** One thing to measure, for `seconds` or so. `meters` of what works for it. */
export type Arm = {
  readonly run: (seconds: number) => Promise<LoadResult>;
  /** The same load for a second, which is not measured: what has just run is warm, and the others are not. */
  readonly runIn?: () => Promise<unknown>;
  readonly meters: readonly CpuMeter[];
};
/** Microseconds of CPU for each request, by process. */
export type Measured = LoadResult & { readonly cpu: Readonly<Record<string, number>> };
/** What each arm measured. */
export type Round<Arms> = { readonly [Name in keyof Arms]: Measured };

export type RoundOptions<Arms> = {
  readonly rounds: number;
  readonly seconds: number;
  /** After each measurement, so that what a stack does after its answers does not slow down the next one. */
  readonly pauseMs: number;
  /** Ends it before its next measurement. */
  readonly signal: AbortSignal;
  readonly onRound: (number: number, round: Round<Arms>) => void;
};

/**
 * Runs all arms one after the other, `rounds` times, so that other work of the machine affects all of them alike. Each
 * round begins with another arm, because what runs first may find a quieter machine, and each arm follows another one
 * than in the round before.
 */
export async function inRounds<Arms extends Readonly<Record<string, Arm>>>(
  arms: Arms,
  { rounds, seconds, pauseMs, signal, onRound }: RoundOptions<Arms>,
): Promise<readonly Round<Arms>[]> {
  const all = Object.entries(arms);
  const done: Round<Arms>[] = [];
  for (let number = 0; number < rounds; number += 1) {
    const measured: Record<string, Measured> = {};
    for (const [name, arm] of inOrder(all, number)) {
      signal.throwIfAborted();
      measured[name] = await measure(arm, seconds).catch((cause: unknown) => {
        throw new Error(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
      });
      await sleep(pauseMs);
    }
    const round = measured as Round<Arms>;
    done.push(round);
    onRound(number + 1, round);
  }
  return done;
}

/** The items from the one of the round on, in steps of a length that is another one in each round, and misses none. */
function inOrder<Item>(items: readonly Item[], round: number): readonly Item[] {
  const count = items.length;
  const steps = Array.from({ length: count }, (_, index) => index + 1).filter(
    (step) => greatestDivisor(step, count) === 1,
  );
  const step = steps[round % steps.length] ?? 1;
  return items.flatMap((_, index) => items.slice((round + index * step) % count).slice(0, 1));
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other);
}

async function measure({ run, runIn, meters }: Arm, seconds: number): Promise<Measured> {
  await runIn?.();
  const before = meters.map(({ read }) => read());
  const result = await run(seconds);
  const cpu = meters.flatMap(({ name, read }, index) => {
    const [start, end] = [before[index], read()];
    return start === undefined || end === undefined ? [] : [[name, ((end - start) * 1000) / result.requests]];
  });
  return { ...result, cpu: Object.fromEntries(cpu) as Record<string, number> };
}
