import { policiesInBench, rulesInEachPolicy } from './policies.js';
import type { HopCost } from './hop.js';
import type { LoadResult } from './load.js';
import { textTable } from '@wallet-service/operator-cli/text-table';

/** One way to serve the same request. */
export type Measured = { readonly load: LoadResult; readonly medianMs: number };
export type MeasuredWithCpu = Measured & { readonly cpu: readonly CpuPerRequest[] };
export type CpuPerRequest = { readonly name: string; readonly microseconds: number };

export type BenchResult = {
  readonly baseline: Measured;
  readonly full: MeasuredWithCpu;
  /** The same in an application that allows only what its policies allow. */
  readonly policies: MeasuredWithCpu;
  /** Every request with a new token. */
  readonly fresh: LoadResult;
  readonly hops: { readonly stream: HopCost; readonly unary: HopCost };
};

const rules = `${policiesInBench} policies of ${rulesInEachPolicy} rules`;

/** The project's goals. The first version had to reach 0.2 and 8. */
const goals = { throughput: 0.5, latency: 5 };

/** Ratios come first, because they mean the same on every machine. */
export function benchReport({ baseline, full, policies, fresh, hops }: BenchResult): string {
  const ratio = (value: number): string => value.toFixed(2);
  const throughput = full.load.perSecond / baseline.load.perSecond;
  const latency = full.medianMs / baseline.medianMs;
  const row = (name: string, { load, medianMs }: Measured): string[] => [
    name,
    load.perSecond.toFixed(0),
    `${load.p99Ms} ms`,
    `${medianMs.toFixed(2)} ms`,
  ];
  const hop = hops.stream.callerCpuMicroseconds / hops.unary.callerCpuMicroseconds;
  const withPolicies = policies.load.perSecond / full.load.perSecond;
  return [
    `throughput, full path / baseline:              ${ratio(throughput)}  (goal: at least ${goals.throughput})`,
    `throughput, new token each / baseline:         ${ratio(fresh.perSecond / baseline.load.perSecond)}`,
    `throughput, with policies / without:           ${ratio(withPolicies)}  (${rules})`,
    `p50 with one in flight, full path / baseline:  ${ratio(latency)}  (goal: at most ${goals.latency})`,
    `caller's CPU per hop, stream / unary:          ${ratio(hop)}`,
    '',
    textTable(
      ['POST /v2/wallet/sign/message', 'per second', 'p99 under load', 'p50 alone'],
      [
        row('baseline: one process', baseline),
        row('full path, known tokens', full),
        row(`full path, ${rules}`, policies),
        ['full path, new token each', fresh.perSecond.toFixed(0), `${fresh.p99Ms} ms`, ''],
      ],
    ),
    '',
    textTable(
      ['one hop, 64 in flight, 1 KiB', 'per second', "caller's CPU"],
      (['stream', 'unary'] as const).map((name) => [
        name,
        hops[name].perSecond.toFixed(0),
        `${hops[name].callerCpuMicroseconds.toFixed(0)} us`,
      ]),
    ),
    '',
    textTable(
      ['CPU per signed message', 'us', 'with policies'],
      full.cpu.map(({ name, microseconds }) => [
        name,
        microseconds.toFixed(0),
        policies.cpu.find((each) => each.name === name)?.microseconds.toFixed(0) ?? '',
      ]),
    ),
  ].join('\n');
}
