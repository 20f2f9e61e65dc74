import { textTable } from '@wallet-service/operator-cli/text-table';
import { figureOf, type Figure } from './figures.js';
import type { LoadResult } from './load.js';

export type ReplicaCount = 1 | 2 | 4;
/** What each number of replicas did, one after the other. `hot`: one application. `spread`: twenty. */
export type ScaleRound = Readonly<Record<'hot' | 'spread', ReadonlyMap<ReplicaCount, LoadResult>>>;

/** Ratios to one replica, over all rounds. */
export type ScaleFigures = {
  /** Signatures per second. */
  readonly throughput: Readonly<Record<ScaleRow, Figure>>;
  readonly p99: Readonly<Record<ScaleRow, Figure>>;
  /** Of all Postgres servers, from their start to the end. */
  readonly deadlocks: number;
};

const rows = {
  replicas_2_hot: { delayMs: 0, replicas: 2, load: 'hot', goal: 0.95 },
  replicas_2_spread: { delayMs: 0, replicas: 2, load: 'spread', goal: 0.95 },
  replicas_4_hot: { delayMs: 0, replicas: 4, load: 'hot', goal: 0.95 },
  replicas_4_spread: { delayMs: 0, replicas: 4, load: 'spread', goal: 0.95 },
  delay_5ms_replicas_4_hot: { delayMs: 5, replicas: 4, load: 'hot', goal: 2.5 },
  delay_5ms_replicas_4_spread: { delayMs: 5, replicas: 4, load: 'spread', goal: 2.5 },
} as const;
export type ScaleRow = keyof typeof rows;
const names = Object.keys(rows) as ScaleRow[];

/** Ratios within each round, because only neighbours in time compare. `far`: with 5 ms each way to Postgres. */
export function scaleFigures(measured: {
  readonly near: readonly ScaleRound[];
  readonly far: readonly ScaleRound[];
  readonly deadlocks: number;
}): ScaleFigures {
  const ratios = (of: (load: LoadResult) => number): Record<ScaleRow, Figure> =>
    Object.fromEntries(
      names.map((name) => {
        const { delayMs, replicas, load } = rows[name];
        const rounds = delayMs === 0 ? measured.near : measured.far;
        return [name, figureOf(rounds.map((round) => ratioOf(round[load], replicas, of)))];
      }),
    ) as Record<ScaleRow, Figure>;
  return {
    throughput: ratios(({ perSecond }) => perSecond),
    p99: ratios(({ p99Ms }) => p99Ms),
    deadlocks: measured.deadlocks,
  };
}

/** The form of `--json`: the ratios of throughput by name, those of latency under `p99`, and `deadlocks`. */
export function scaleJson({ throughput, p99, deadlocks }: ScaleFigures): string {
  return `${JSON.stringify({ ...throughput, p99, deadlocks }, undefined, 2)}\n`;
}

export function scaleReport({ throughput, p99, deadlocks }: ScaleFigures): string {
  const range = ({ median, min, max }: Figure): string[] =>
    [median, min, max].map((value) => value.toFixed(2));
  const table = textTable(
    ['ratio to one wallet replica', 'median', 'min', 'max', 'goal', 'p99', 'min', 'max'],
    names.map((name) => [
      name,
      ...range(throughput[name]),
      `at least ${rows[name].goal}`,
      ...range(p99[name]),
    ]),
  );
  return `${table}\ndeadlocks: ${deadlocks}`;
}

function ratioOf(
  loads: ReadonlyMap<ReplicaCount, LoadResult>,
  replicas: ReplicaCount,
  of: (load: LoadResult) => number,
): number {
  const [one, several] = [loads.get(1), loads.get(replicas)];
  if (!one || !several) throw new Error(`the round lacks a measurement of ${one ? replicas : 1} replicas`);
  return of(several) / of(one);
}
