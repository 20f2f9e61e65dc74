/** Lets at most `most` wait for each key. Those beyond them are late at once. */
export function createFewWaiting(most: number) {
  const waiting = new Map<string, number>();
  return async function wait<Outcome>(key: string, work: () => Promise<Outcome>): Promise<Outcome | 'late'> {
    const before = waiting.get(key) ?? 0;
    if (before >= most) return 'late';
    waiting.set(key, before + 1);
    try {
      return await work();
    } finally {
      const left = (waiting.get(key) ?? 1) - 1;
      if (left === 0) waiting.delete(key);
      else waiting.set(key, left);
    }
  };
}
