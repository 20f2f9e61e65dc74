import type { RecentlyUsed } from './recently-used.js';

/**
 * The longest time, in milliseconds from the START of a read, for which its answer may be used without reading
 * again. In exchange, a change is answered only when every older answer has expired
 * (`afterStaleReadsExpire`). docs/decisions/0004-bounded-staleness.md says why this suffices.
 */
export const maxStalenessMs = 200;

// Clocks of different machines do not run at quite the same speed.
const waitMs = maxStalenessMs * 1.1;

/** What a fresh read gave, and for how long it may be used. */
export type FreshRead<Value> = { readonly value: Value; readonly maxStalenessMs: number };
export type KeptRead<Value> = { readonly value: Value; readonly expires: number };

export type StalenessBoundedReader<Value> = {
  /** Answers from memory while an earlier read may be used. `read` MUST be fresh. */
  readonly get: (key: string, read: () => Promise<FreshRead<Value>>) => Promise<Value>;
  /** The next `get` reads. */
  readonly forget: (key: string) => void;
};

/** `now`: milliseconds that never go back. Only durations are compared, never the clocks of two machines. */
export function createStalenessBoundedReader<Value>(
  kept: RecentlyUsed<string, KeptRead<Value>>,
  now: () => number,
): StalenessBoundedReader<Value> {
  return {
    async get(key, read) {
      const startedAt = now();
      const known = kept.get(key);
      if (known && startedAt < known.expires) return known.value;
      const fresh = await read();
      kept.set(key, { value: fresh.value, expires: startedAt + fresh.maxStalenessMs });
      return fresh.value;
    },
    forget: (key) => {
      kept.delete(key);
    },
  };
}

/** The change, answered when nobody can decide by the old state any more. A failed change answers at once. */
export function afterStaleReadsExpire<Arguments extends readonly unknown[], Result>(
  change: (...given: Arguments) => Promise<Result>,
): (...given: Arguments) => Promise<Result> {
  return async (...given) => {
    const result = await change(...given);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    return result;
  };
}
