import { textTable } from '@wallet-service/operator-cli/text-table';
import { figureOf, type Figure } from './figures.js';
import type { Measured } from './rounds.js';

/** `large`: full, and was under load. `second`: another fresh one. */
export type SizeRound = Readonly<
  Record<'large' | 'fresh' | 'second' | 'large_alone' | 'fresh_alone' | 'second_alone', Measured>
>;

export type SizeFigures = Readonly<Record<string, Figure>>;

const rows = {
  throughput_ratio: ['throughput, 64 requests in flight', ({ perSecond }: Measured) => perSecond, ''],
  p99_ratio: ['p99, the same', ({ p99Ms }: Measured) => p99Ms, ''],
  cpu_ratio: ['CPU of a signature, all processes', cpuOf, ''],
  p50_alone_ratio: ['p50, one request in flight', ({ p50Ms }: Measured) => p50Ms, '_alone'],
} as const;

/** Ratios within each round, because only neighbours in time compare. `noise_…`: of two fresh stacks. */
export function sizeFigures(rounds: readonly SizeRound[]): SizeFigures {
  const figures: Record<string, Figure> = {};
  for (const [name, [, of, suffix]] of Object.entries(rows)) {
    const ratio = (one: 'large' | 'second') =>
      figureOf(rounds.map((round) => of(round[`${one}${suffix}`]) / of(round[`fresh${suffix}`])));
    figures[name] = ratio('large');
    figures[`noise_${name}`] = ratio('second');
  }
  for (const process of processesOf(rounds)) {
    const ratio = (one: 'large' | 'second') =>
      figureOf(rounds.map((round) => (round[one].cpu[process] ?? 0) / (round.fresh.cpu[process] ?? 0)));
    figures[`cpu_ratio_${process}`] = ratio('large');
    figures[`noise_cpu_ratio_${process}`] = ratio('second');
  }
  return figures;
}

/** Those that worked in every round. */
function processesOf(rounds: readonly SizeRound[]): readonly string[] {
  const worked = (name: string): boolean =>
    rounds.every(({ large, fresh, second }) =>
      [large, fresh, second].every(({ cpu }) => (cpu[name] ?? 0) > 0),
    );
  return Object.keys(rounds[0]?.fresh.cpu ?? {}).filter((name) => name !== loadGenerator && worked(name));
}

export function sizeReport(figures: SizeFigures): string {
  const range = (figure: Figure | undefined): string[] =>
    figure ? [figure.median, figure.min, figure.max].map((value) => value.toFixed(2)) : [];
  return textTable(
    ['ratio to a fresh stack', '', 'median', 'min', 'max', 'of two fresh ones', 'min', 'max'],
    Object.keys(figures)
      .filter((name) => !name.startsWith('noise_'))
      .map((name) => [name, saysOf(name), ...range(figures[name]), ...range(figures[`noise_${name}`])]),
  );
}

function saysOf(name: string): string {
  return Object.entries(rows).find(([row]) => row === name)?.[1][0] ?? 'of that, this process';
}

const loadGenerator = 'load generator';

function cpuOf({ cpu }: Measured): number {
  return Object.entries(cpu).reduce((sum, [name, us]) => (name === loadGenerator ? sum : sum + us), 0);
}
