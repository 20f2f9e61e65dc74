import type { Bar } from './parts/chart.tsx';

export type Counted = { readonly time: string; readonly outcome: string; readonly reason: string };

export const outcomes = ['allow', 'require_mfa', 'require_approval', 'deny'] as const;

/** How many decisions of each outcome there are in each step from `since` on. In seconds. */
export function barsOf(
  decisions: readonly Counted[],
  { since, step, steps }: { readonly since: number; readonly step: number; readonly steps: number },
  labelOf: (at: Date) => string,
): readonly Bar[] {
  const bars = Array.from({ length: steps }, (_, at) => ({
    label: labelOf(new Date((since + at * step) * 1000)),
    parts: outcomes.map(() => 0),
  }));
  for (const { time, outcome } of decisions) {
    const parts = bars[Math.floor((Date.parse(time) / 1000 - since) / step)]?.parts;
    const kind = outcomes.findIndex((one) => one === outcome);
    if (parts && kind >= 0) parts[kind] = (parts[kind] ?? 0) + 1;
  }
  return bars;
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
