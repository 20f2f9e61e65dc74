import type { server } from './api.ts';

export type Statistics = Awaited<ReturnType<ReturnType<typeof server>['application']['statistics']>>;
type Requests = Statistics['data'][number]['signatures'];

/** How requests for signatures end, in the order in which they are drawn. */
export const outcomes = ['succeeded', 'mfa_required', 'approval_required', 'denied'] as const;

const allOutcomes = [...outcomes, 'refused', 'failed'] as const;

export function totalOf(
  requests: readonly Requests[],
  of: readonly (typeof allOutcomes)[number][] = allOutcomes,
) {
  return requests.reduce((sum, one) => sum + of.reduce((each, name) => each + one[name], 0), 0);
}

/** Percent of all requests, with one decimal. Null if there were none. */
export function errorShares({ signatures, others }: Statistics['data'][number]): readonly (number | null)[] {
  const all = totalOf([signatures, others]);
  return (['refused', 'failed'] as const).map((name) =>
    all === 0 ? null : Math.round((1_000 * totalOf([signatures, others], [name])) / all) / 10,
  );
}

/** The most frequent first. */
export function countsBy<Entry>(
  entries: readonly Entry[],
  nameOf: (entry: Entry) => string,
): readonly { readonly name: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const name = nameOf(entry);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts]
    .map(([name, count]) => ({ name, count }))
    .toSorted((one, other) => other.count - one.count);
}
