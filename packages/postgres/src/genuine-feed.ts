/** One row of a feed of events, in the order of positions. */
export type FeedRow = { readonly position: bigint; readonly genuine: boolean };

export type Suspect = { readonly position: bigint; readonly what: 'written' | 'missing' };

/**
 * The events of a page that may be sent. Positions have no gaps: a row that its service did not write, and a
 * place where a row is missing, are suspects. `after` is the position before the page. The service removed
 * everything before `keptFrom`.
 */
export function genuineFeed<Row extends FeedRow>(
  rows: readonly Row[],
  after: bigint,
  keptFrom = 1n,
): { readonly genuine: readonly Row[]; readonly suspects: readonly Suspect[] } {
  const suspects: Suspect[] = [];
  let last = after;
  for (const { position, genuine } of rows) {
    const next = last + 1n > keptFrom ? last + 1n : keptFrom;
    if (position > next) suspects.push({ position: next, what: 'missing' });
    if (!genuine) suspects.push({ position, what: 'written' });
    last = position;
  }
  return { genuine: rows.filter(({ genuine }) => genuine), suspects };
}
