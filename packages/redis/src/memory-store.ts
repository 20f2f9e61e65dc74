import { takePermit } from './gcra.js';
import { checkRate, checkTtl, StoreUnavailableError, type SharedStore } from './shared-store.js';

type Entry = { readonly value: string; readonly expiresAt: number };

/**
 * The store of a stack with one process of each service: it is shared with nobody. It holds `maxEntries` at most; when all of them
 * are alive it refuses new ones (StoreUnavailableError) rather than forget one, which could be a token that was already used.
 */
export function createMemoryStore({
  now,
  maxEntries = 100_000,
}: {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly maxEntries?: number;
}): SharedStore {
  const entries = new Map<string, Entry>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  function read(key: string): string | null {
    const entry = entries.get(key);
    if (!entry) return null;
    if (entry.expiresAt > now()) return entry.value;
    entries.delete(key);
    return null;
  }

  function write(key: string, value: string, ttlMs: number): void {
    if (!entries.has(key) && entries.size >= maxEntries) makeRoom();
    entries.set(key, { value, expiresAt: now() + ttlMs });
  }

  function makeRoom(): void {
    const time = now();
    // At most once a second: going through all entries for each of many refused writes would stop the process.
    if (Math.abs(time - sweptAt) >= 1_000) {
      sweptAt = time;
      for (const [key, { expiresAt }] of entries) if (expiresAt <= time) entries.delete(key);
    }
    if (entries.size >= maxEntries)
      throw new StoreUnavailableError(`the in-process store is full (${maxEntries} entries)`);
  }

  // `async`, so that a refusal rejects as it does with the other store.
  return {
    get: async (key) => Promise.resolve(read(key)),
    set: async (key, value, ttlMs) => {
      checkTtl(ttlMs);
      write(key, value, ttlMs);
      return Promise.resolve();
    },
    setIfAbsent: async (key, value, ttlMs) => {
      checkTtl(ttlMs);
      const existing = read(key);
      if (existing === null) write(key, value, ttlMs);
      return Promise.resolve(existing);
    },
    delete: async (key) => {
      entries.delete(key);
      return Promise.resolve();
    },
    takePermit: async (key, rate) => {
      checkRate(rate);
      const stored = read(key);
      const { permit, arrival } = takePermit(
        stored === null ? undefined : Number(stored),
        Math.round(now() * 1_000),
        rate,
      );
      if (permit.allowed) write(key, String(arrival), Math.max(1, permit.resetMs));
      return Promise.resolve(permit);
    },
    ping: () => Promise.resolve(),
    close: async () => {
      entries.clear();
      return Promise.resolve();
    },
  };
}
