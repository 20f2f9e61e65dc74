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
  return figures;
}

export function sizeReport(figures: SizeFigures): string {
  const range = (figure: Figure | undefined): string[] =>
    figure ? [figure.median, figure.min, figure.max].map((value) => value.toFixed(2)) : [];
  return textTable(
    ['ratio to a fresh stack', '', 'median', 'min', 'max', 'of two fresh ones', 'min', 'max'],
    Object.entries(rows).map(([name, [says]]) => [
      name,
      says,
      ...range(figures[name]),
      ...range(figures[`noise_${name}`]),
    ]),
  );
}

function cpuOf({ cpu }: Measured): number {
  return Object.entries(cpu).reduce((sum, [name, us]) => (name === 'load generator' ? sum : sum + us), 0);
}
