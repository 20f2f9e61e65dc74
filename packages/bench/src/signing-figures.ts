import type { SigningRound } from './arms.js';
import { figureOf, type Figure } from './figures.js';
import type { IdleWindow } from './idle.js';
import type { Measured } from './rounds.js';

/** One row of the report, and one key of `--json`. */
export type FigureRow = {
  readonly says: string;
  /** Digits after the point. */
  readonly digits: number;
  readonly goal?: { readonly atLeast: number } | { readonly atMost: number };
  /**
   * One value, or one of each of two equal stacks. Ratios are of one round, because only neighbours in time compare.
   */
  readonly of: (round: SigningRound) => readonly number[];
};

const generator = 'load generator';

/** Microseconds of CPU for each request: of all processes of the stack, or with what sends the requests. */
export function cpuOf({ cpu }: Measured, withGenerator = false): number {
  return Object.entries(cpu).reduce(
    (sum, [name, used]) => sum + (withGenerator || name !== generator ? used : 0),
    0,
  );
}

type Quantity = (measured: Measured) => number;
const throughput: Quantity = ({ perSecond }) => perSecond;
const p50: Quantity = ({ p50Ms }) => p50Ms;
const p99: Quantity = ({ p99Ms }) => p99Ms;

/** Both equal stacks, to the baseline with 64 requests in flight, or with one. */
const toBaseline =
  (of: Quantity): FigureRow['of'] =>
  ({ first, second, baseline }) =>
    [first, second].map((stack) => of(stack) / of(baseline));
const aloneToBaseline =
  (of: Quantity): FigureRow['of'] =>
  ({ first_alone: first, second_alone: second, baseline_alone: baseline }) =>
    [first, second].map((stack) => of(stack) / of(baseline));
const toNative =
  (of: Quantity): FigureRow['of'] =>
  ({ first, second, baseline_native: baseline }) =>
    baseline ? [first, second].map((stack) => of(stack) / of(baseline)) : [];
const aloneToNative =
  (of: Quantity): FigureRow['of'] =>
  ({ first_alone: first, second_alone: second, baseline_native_alone: baseline }) =>
    baseline ? [first, second].map((stack) => of(stack) / of(baseline)) : [];
const toFirst =
  (arm: keyof SigningRound): FigureRow['of'] =>
  (round) => [(round[arm]?.perSecond ?? Number.NaN) / round.first.perSecond];

/** All figures of `pnpm bench` but the idle ones. Goals are for two cores. */
export const signingFigures = {
  throughput_ratio: {
    says: 'throughput, of the baseline',
    digits: 3,
    goal: { atLeast: 0.5 },
    of: toBaseline(throughput),
  },
  p50_ratio: { says: 'p50 alone', digits: 2, goal: { atMost: 6 }, of: aloneToBaseline(p50) },
  p99_ratio: { says: 'p99 alone', digits: 2, of: aloneToBaseline(p99) },
  p50_under_load_ratio: { says: 'p50 under load', digits: 2, of: toBaseline(p50) },
  p99_under_load_ratio: { says: 'p99 under load', digits: 2, of: toBaseline(p99) },
  native_throughput_ratio: {
    says: 'throughput, of the baseline with a native curve',
    digits: 3,
    of: toNative(throughput),
  },
  native_p50_ratio: { says: 'p50 alone', digits: 2, of: aloneToNative(p50) },
  native_p99_ratio: { says: 'p99 alone', digits: 2, of: aloneToNative(p99) },
  same_build_throughput_ratio: {
    says: 'noise: throughput of two equal stacks',
    digits: 2,
    of: ({ first, second }) => [second.perSecond / first.perSecond],
  },
  same_build_p50_ratio: {
    says: 'noise: p50 alone of two equal stacks',
    digits: 2,
    of: ({ first_alone: first, second_alone: second }) => [second.p50Ms / first.p50Ms],
  },
  cpu_us_per_signature: {
    says: 'CPU of the stack, us a signature under load',
    digits: 0,
    goal: { atMost: 780 },
    of: ({ first, second }) => [cpuOf(first), cpuOf(second)],
  },
  cpu_us_per_signature_with_generator: {
    says: '… and of what sends the requests',
    digits: 0,
    of: ({ first, second }) => [cpuOf(first, true), cpuOf(second, true)],
  },
  cpu_us_per_signature_alone: {
    says: 'CPU of the stack, us a signature alone',
    digits: 0,
    of: ({ first_alone: first, second_alone: second }) => [cpuOf(first), cpuOf(second)],
  },
  new_token_ratio: {
    says: 'a new token each, of the baseline',
    digits: 3,
    goal: { atLeast: 0.4 },
    of: ({ new_tokens: fresh, baseline }) => [fresh.perSecond / baseline.perSecond],
  },
  policies_ratio: {
    says: '10 policies of 10 rules, of none',
    digits: 2,
    goal: { atLeast: 0.9 },
    of: toFirst('policies'),
  },
  signer_per_second: {
    says: 'a signer alone, signatures/s a core',
    digits: 0,
    goal: { atLeast: 2900 },
    of: ({ signer }) => [1e6 / cpuOf(signer)],
  },
  two_signers_and_wallets_ratio: {
    says: 'two signers and wallet services, of one each',
    digits: 2,
    of: toFirst('doubled'),
  },
  applications_20_ratio: { says: '20 applications, of one', digits: 2, of: toFirst('applications_20') },
  transaction_ratio: { says: 'EIP-1559 transactions, of messages', digits: 2, of: toFirst('transaction') },
  typed_data_ratio: { says: 'typed data, of messages', digits: 2, of: toFirst('typed_data') },
  sol_transaction_ratio: {
    says: 'Solana transactions, of messages',
    digits: 2,
    of: toFirst('sol_transaction'),
  },
  psbt_5_inputs_ratio: { says: 'PSBTs of 5 inputs, of messages', digits: 2, of: toFirst('psbt_5_inputs') },
} as const satisfies Record<string, FigureRow>;

export type Figures = Readonly<Record<string, Figure>>;

/** Every figure that has values, by its key. */
export function figuresOf(rounds: readonly SigningRound[], idle: readonly IdleWindow[]): Figures {
  const rows = Object.entries(signingFigures).flatMap(([key, { of }]) => {
    const values = rounds.flatMap(of);
    return values.length === 0 ? [] : [[key, figureOf(values)] as const];
  });
  return {
    ...Object.fromEntries(rows),
    idle_core_share: figureOf(idle.map(({ all }) => all)),
    ...byProcess('cpu_us_of_', [
      ...rounds.map(({ first }) => first.cpu),
      ...rounds.map(({ second }) => second.cpu),
    ]),
    ...byProcess(
      'idle_core_share_of_',
      idle.map((window) => window.byProcess),
    ),
  };
}

function byProcess(prefix: string, measured: readonly Readonly<Record<string, number>>[]): Figures {
  const names = [...new Set(measured.flatMap((each) => Object.keys(each)))];
  return Object.fromEntries(
    names.map((name) => [
      `${prefix}${name.replaceAll(/[- ]/g, '_')}`,
      figureOf(measured.map((each) => each[name] ?? 0)),
    ]),
  );
}
