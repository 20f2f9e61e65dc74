/**
 * Runs one task a key at a time: who asks while it runs gets the same outcome. `shared` tells whether the
 * task was somebody else's.
 */
export function createSingleFlight<Value>(): (
  key: string,
  task: () => Promise<Value>,
) => { readonly outcome: Promise<Value>; readonly shared: boolean } {
  const running = new Map<string, Promise<Value>>();
  return (key, task) => {
    const existing = running.get(key);
    if (existing) return { outcome: existing, shared: true };
    const outcome = task().finally(() => running.delete(key));
    running.set(key, outcome);
    return { outcome, shared: false };
  };
}
