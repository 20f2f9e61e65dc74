/**
 * Runs `work` for every item, a limited number at once. `work` MUST NOT reject: a failure for one item must
 * not stop the others.
 */
export async function pooled<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
