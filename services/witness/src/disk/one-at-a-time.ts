/** Runs work for the same key one after another, and for different keys side by side. */
export type OneAtATime = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

export function createOneAtATime(): OneAtATime {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const run = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, run);
    try {
      return await run;
    } finally {
      if (last.get(key) === run) last.delete(key);
    }
  };
}
