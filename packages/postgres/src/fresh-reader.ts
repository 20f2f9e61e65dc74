type Waiting<Value> = {
  readonly promise: Promise<Value | undefined>;
  readonly settle: (outcome: Promise<Value | undefined>) => void;
};

/**
 * Reads single keys in batches without ever answering with something older than the question: a caller is
 * served by a `load` that STARTED after it called. At most one `load` runs at a time, and those who call
 * meanwhile share the next one. When a `load` fails, so do all who were waiting for it. A key that `load`
 * does not return reads as undefined.
 */
export function createFreshReader<Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let next = new Map<string, Waiting<Value>>();
  let running = false;

  async function loadBatches(): Promise<void> {
    while (next.size > 0) {
      const batch = next;
      next = new Map();
      // `async`, so that a load that throws synchronously fails its callers and not this loop.
      const loaded = (async () => load([...batch.keys()]))();
      for (const [key, waiting] of batch) waiting.settle(loaded.then((values) => values.get(key)));
      await loaded.catch(() => undefined);
    }
    running = false;
  }

  return (key) => {
    const shared = next.get(key);
    if (shared) return shared.promise;
    const waiting = waitingFor<Value>();
    next.set(key, waiting);
    if (!running) {
      running = true;
      // In a microtask, so that all callers of the same turn share one query.
      queueMicrotask(() => void loadBatches());
    }
    return waiting.promise;
  };
}

function waitingFor<Value>(): Waiting<Value> {
  let settle: Waiting<Value>['settle'] | undefined;
  const promise = new Promise<Value | undefined>((resolve) => (settle = resolve));
  if (!settle) throw new Error('a promise calls its executor at once');
  return { promise, settle };
}
