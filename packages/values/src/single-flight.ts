/**
 * Runs one task at a time for each key. Those who ask while it runs get the same outcome. `shared` tells whether
 * somebody else had begun the task.
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
