import type { Counts } from '@wallet-service/redis';

/** How a request ended. `refused`: any other error of the caller. `failed`: an error of this service. */
export const outcomes = [
  'succeeded',
  'mfa_required',
  'approval_required',
  'denied',
  'refused',
  'failed',
] as const;
export type Outcome = (typeof outcomes)[number];

export const groups = ['signatures', 'others'] as const;
export type Group = (typeof groups)[number];

/** Milliseconds. A request counts for the first bound that it does not exceed, and at the end for the last. */
const bounds = [2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 15_000] as const;

const outcomeOfCode: Readonly<Record<string, Outcome>> = {
  'auth.mfa-required': 'mfa_required',
  'policy.approval-required': 'approval_required',
  'policy.denied': 'denied',
  'policy.raw-hash-refused': 'denied',
  'policy.chain-id-refused': 'denied',
};

export function outcomeOf(status: number, code: string | undefined): Outcome {
  if (status < 400) return 'succeeded';
  return outcomeOfCode[code ?? ''] ?? (status < 500 ? 'refused' : 'failed');
}

/** By the path of its route. */
export function groupOf(path: string): Group {
  return /\/sign[/_]/.test(path) ? 'signatures' : 'others';
}

/** The names under which a request is counted. */
export function namesOf(group: Group, outcome: Outcome, milliseconds: number): readonly [string, string] {
  const bound = bounds.find((most) => milliseconds <= most) ?? bounds[bounds.length - 1];
  return [`${group}.${outcome}`, `${group}.ms.${bound}`];
}

export type Latency = { readonly p50: number; readonly p95: number; readonly p99: number };
export type Requests = Readonly<Record<Outcome, number>> & {
  /** Milliseconds. Null if there was no request. */
  readonly latency_ms: Latency | null;
};

export function requestsIn(counts: Counts, group: Group): Requests {
  const of = (name: string): number => counts[`${group}.${name}`] ?? 0;
  const histogram = bounds.map((bound) => of(`ms.${bound}`));
  return {
    ...(Object.fromEntries(outcomes.map((outcome) => [outcome, of(outcome)])) as Record<Outcome, number>),
    latency_ms: histogram.some((count) => count > 0)
      ? { p50: quantile(histogram, 0.5), p95: quantile(histogram, 0.95), p99: quantile(histogram, 0.99) }
      : null,
  };
}

/** As if the requests between two bounds were spread evenly. */
function quantile(histogram: readonly number[], share: number): number {
  const wanted = share * histogram.reduce((sum, count) => sum + count, 0);
  let below = 0;
  for (const [index, count] of histogram.entries()) {
    if (count > 0 && below + count >= wanted) {
      const from = bounds[index - 1] ?? 0;
      const upTo = bounds[index] ?? from;
      return Math.round((from + ((wanted - below) / count) * (upTo - from)) * 10) / 10;
    }
    below += count;
  }
  return 0;
}
