import { setImmediate } from 'node:timers/promises';

const longestMs = 5;

/** Maps many items, and lets other work on this thread run every few milliseconds. */
export async function mapInTurn<Item, Result>(
  items: readonly Item[],
  map: (item: Item) => Result,
): Promise<Result[]> {
  const results: Result[] = [];
  let pauseAt = performance.now() + longestMs;
  for (const item of items) {
    results.push(map(item));
    if (performance.now() < pauseAt) continue;
    await setImmediate();
    pauseAt = performance.now() + longestMs;
  }
  return results;
}
