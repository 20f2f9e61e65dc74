/**
 * Runs work on items of one key together: those that arrive while the work of their key is under way share the next.
 * `work` gives one result for each item, in their order.
 */
export function createGathered<Item, Result>(
  work: (key: string, items: readonly Item[]) => Promise<readonly Result[]>,
): (key: string, items: readonly Item[]) => Promise<readonly Result[]> {
  type Waiting = {
    readonly items: readonly Item[];
    readonly resolve: (results: readonly Result[]) => void;
    readonly reject: (error: unknown) => void;
  };
  const waiting = new Map<string, Waiting[]>();

  async function runAll(key: string, queue: Waiting[]): Promise<void> {
    while (queue.length > 0) {
      const turn = queue.splice(0);
      try {
        const results = await work(
          key,
          turn.flatMap(({ items }) => items),
        );
        let at = 0;
        for (const { items, resolve } of turn) resolve(results.slice(at, (at += items.length)));
      } catch (error) {
        for (const { reject } of turn) reject(error);
      }
    }
    waiting.delete(key);
  }

  return (key, items) =>
    new Promise((resolve, reject) => {
      const queue = waiting.get(key);
      const entry = { items, resolve, reject };
      if (queue) {
        queue.push(entry);
        return;
      }
      const started = [entry];
      waiting.set(key, started);
      void runAll(key, started);
    });
}
