import { textTable } from '@wallet-service/operator-cli/text-table';
import type { SigningRound } from './arms.js';
import { figureOf, type Figure } from './figures.js';
import type { HopCost } from './hop.js';
import type { IdleWindow } from './idle.js';
import { policiesInBench, rulesInEachPolicy } from './policies.js';
import type { Measured } from './rounds.js';
import { cpuOf, figuresOf, signingFigures, type FigureRow, type Figures } from './signing-figures.js';
import { steps } from './timeline/steps.js';
import type { Timeline } from './timeline/timeline.js';
import { timelineReport } from './timeline/timeline-report.js';

export type SigningResult = {
  readonly rounds: readonly SigningRound[];
  readonly idle: readonly IdleWindow[];
  readonly hops: { readonly stream: HopCost; readonly unary: HopCost };
  readonly timeline: Timeline;
};

const armNames = {
  baseline: 'baseline: one process',
  baseline_native: '… with a native curve',
  first: 'a stack, messages of 64 bytes',
  second: 'another stack, the same',
  doubled: '… with two signers and wallet services',
  new_tokens: 'a new token each',
  policies: `${policiesInBench} policies of ${rulesInEachPolicy} rules`,
  applications_20: '20 applications',
  transaction: 'EIP-1559 transactions',
  typed_data: 'typed data',
  sol_transaction: 'Solana transactions',
  psbt_5_inputs: 'PSBTs of 5 inputs',
  baseline_alone: 'baseline, alone',
  baseline_native_alone: '… with a native curve, alone',
  first_alone: 'a stack, alone',
  second_alone: 'another stack, alone',
} as const satisfies Partial<Record<keyof SigningRound, string>>;

/** Ratios come first, because they mean the same on every machine. */
export function signingReport({ rounds, idle, hops, timeline }: SigningResult): string {
  const figures = figuresOf(rounds, idle);
  return [
    figureTable(figures),
    armTable(rounds),
    processTable(rounds, figures),
    hopTable(hops),
    timelineReport(timeline),
  ].join('\n\n');
}

/** The form of `--json`: each figure by its key, and the CPU of a signature by process and step. */
export function signingJson({ rounds, idle, timeline }: SigningResult): string {
  const byStep = [...timeline.cpu].map(([name, used]) => [name, Object.fromEntries(used)] as const);
  const content = {
    ...figuresOf(rounds, idle),
    time_ms_of_steps: timeline.times,
    cpu_us_of_steps: Object.fromEntries(byStep),
    steps,
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

function figureTable(figures: Figures): string {
  const idle: FigureRow = {
    says: 'CPU without requests, of a core',
    digits: 4,
    goal: { atMost: 0.01 },
    of: () => [],
  };
  const rows: Readonly<Record<string, FigureRow>> = { ...signingFigures, idle_core_share: idle };
  return textTable(
    ['figure', '', 'median', 'min', 'max', 'goal'],
    Object.entries(rows).flatMap(([key, { says, digits, goal }]) => {
      const figure = figures[key];
      return figure ? [[key, says, ...rangeOf(figure, digits), goal ? goalOf(goal, figure) : '']] : [];
    }),
  );
}

function goalOf(goal: NonNullable<FigureRow['goal']>, { median }: Figure): string {
  if ('atLeast' in goal) return `at least ${goal.atLeast}: ${median >= goal.atLeast ? 'yes' : 'no'}`;
  return `at most ${goal.atMost}: ${median <= goal.atMost ? 'yes' : 'no'}`;
}

function rangeOf({ median, min, max }: Figure, digits: number): string[] {
  return [median, min, max].map((value) => value.toFixed(digits));
}

function armTable(rounds: readonly SigningRound[]): string {
  const names = Object.keys(armNames) as (keyof typeof armNames)[];
  return textTable(
    ['POST /v2/wallet/sign/…, medians', 'per second', 'p50', 'p99', 'CPU, us'],
    names.flatMap((name) => {
      const measured = rounds.flatMap((round) => round[name] ?? []);
      if (measured.length === 0) return [];
      const median = (of: (each: Measured) => number) => figureOf(measured.map(of)).median;
      return [
        [
          armNames[name],
          median(({ perSecond }) => perSecond).toFixed(0),
          `${median(({ p50Ms }) => p50Ms).toFixed(2)} ms`,
          `${median(({ p99Ms }) => p99Ms).toFixed(2)} ms`,
          median((each) => cpuOf(each)).toFixed(0),
        ],
      ];
    }),
  );
}

function processTable(rounds: readonly SigningRound[], figures: Figures): string {
  const names = Object.keys(rounds[0]?.first.cpu ?? {});
  const used = (arms: readonly (keyof SigningRound)[], name: string): string[] =>
    rangeOf(figureOf(rounds.flatMap((round) => arms.map((arm) => round[arm]?.cpu[name] ?? 0))), 0);
  return textTable(
    ['CPU of a signature, us', 'under load', 'min', 'max', 'policies', 'alone', 'idle, of a core'],
    names.map((name) => [
      name,
      ...used(['first', 'second'], name),
      used(['policies'], name)[0] ?? '',
      used(['first_alone', 'second_alone'], name)[0] ?? '',
      figures[`idle_core_share_of_${name.replaceAll('-', '_')}`]?.median.toFixed(4) ?? '',
    ]),
  );
}

function hopTable(hops: SigningResult['hops']): string {
  return textTable(
    ['one hop, 64 in flight, 1 KiB', 'per second', "caller's CPU"],
    (['stream', 'unary'] as const).map((name) => [
      name,
      hops[name].perSecond.toFixed(0),
      `${hops[name].callerCpuMicroseconds.toFixed(0)} us`,
    ]),
  );
}
