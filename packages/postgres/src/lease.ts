/**
 * For so long (milliseconds) after the START of a read its answer may be used without reading again, in any
 * process. In exchange, whoever changes what is read answers only when every such answer has run out
 * (`afterLeases`): so no request that starts after the answer of a change is decided by what was before it,
 * on any replica, and nobody has to be told. Only durations are compared, never clocks.
 */
export const leaseMs = 200;

// Clocks of different machines do not run at quite the same speed.
const waitMs = leaseMs * 1.1;
const mostLeases = 50_000;

/**
 * Answers from memory while the lease of an earlier read lasts. `read` MUST be fresh; `now`: milliseconds
 * that never go back.
 */
export function createLeasedReader<Value>(
  read: (key: string) => Promise<Value>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Value> {
  const leases = new Map<string, { readonly value: Value; readonly ends: number }>();
  return async (key) => {
    const startedAt = now();
    const held = leases.get(key);
    if (held && startedAt < held.ends) return held.value;
    const value = await read(key);
    if (leases.size >= mostLeases) leases.clear();
    leases.set(key, { value, ends: startedAt + leaseMs });
    return value;
  };
}

/** The change, answered when nobody can decide by the old state any more. A change that fails answers at once. */
export function afterLeases<Arguments extends readonly unknown[], Result>(
  change: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result> {
  return async (...given) => {
    const result = await change(...given);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return result;
  };
}
