import { takePermit } from './gcra.js';
import {
  checkRate,
  checkTtl,
  StoreUnavailableError,
  sumOfCounts,
  type Counts,
  type SharedStore,
} from './shared-store.js';

type Entry = { readonly value: string; readonly expiresAt: number; readonly share: string | undefined };

/** In the second half of the store each share may have so much of it, so that no few shares use up what all need. */
const partOfShare = 1 / 200;

/**
 * The store of a stack with one process of each service: it is shared with nobody. It holds `maxEntries` at
 * most, and of what is put under a share no more than every share may have, once it is half full; when all of
 * them are alive it refuses new ones (StoreUnavailableError) rather than forget one, which could be a token
 * that was already used.
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
  const ofShare = new Map<string, number>();
  let sweptAt = Number.NEGATIVE_INFINITY;

  function read(key: string): string | null {
    const entry = entries.get(key);
    if (entry && entry.expiresAt > now()) return entry.value;
    remove(key);
    return null;
  }

  function remove(key: string): void {
    const share = entries.get(key)?.share;
    entries.delete(key);
    if (share === undefined) return;
    const left = (ofShare.get(share) ?? 1) - 1;
    if (left === 0) ofShare.delete(share);
    else ofShare.set(share, left);
  }

  function isFull(share: string | undefined): boolean {
    if (entries.size >= maxEntries) return true;
    const own = share === undefined ? 0 : (ofShare.get(share) ?? 0);
    return entries.size >= maxEntries / 2 && own >= Math.max(1, maxEntries * partOfShare);
  }

  function write(key: string, value: string, ttlMs: number, share?: string): void {
    if (!entries.has(key) && isFull(share)) makeRoom(share);
    remove(key);
    entries.set(key, { value, expiresAt: now() + ttlMs, share });
    if (share !== undefined) ofShare.set(share, (ofShare.get(share) ?? 0) + 1);
  }

  function makeRoom(share: string | undefined): void {
    const time = now();
    // At most once a second: going through all entries for each of many refused writes would stop the process.
    if (Math.abs(time - sweptAt) >= 1_000) {
      sweptAt = time;
      for (const [key, { expiresAt }] of entries) if (expiresAt <= time) remove(key);
    }
    if (isFull(share))
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
    setIfAbsent: async (key, value, ttlMs, share) => {
      checkTtl(ttlMs);
      const existing = read(key);
      if (existing === null) write(key, value, ttlMs, share);
      return Promise.resolve(existing);
    },
    delete: async (key) => {
      remove(key);
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
    ...growingEntriesIn(read, write),
    ping: () => Promise.resolve(),
    close: async () => {
      entries.clear();
      return Promise.resolve();
    },
  };
}

/** Counts and lines are one entry for each key. */
function growingEntriesIn(
  read: (key: string) => string | null,
  write: (key: string, value: string, ttlMs: number) => void,
): Pick<SharedStore, 'addCounts' | 'readCounts' | 'putLinesFirst'> {
  const countsOf = (key: string): Counts => JSON.parse(read(key) ?? '{}') as Counts;
  return {
    addCounts: async (key, counts, ttlMs) => {
      checkTtl(ttlMs);
      write(key, JSON.stringify(sumOfCounts([countsOf(key), counts])), ttlMs);
      return Promise.resolve();
    },
    readCounts: async (key) => Promise.resolve(countsOf(key)),
    putLinesFirst: async (key, lines, most, ttlMs) => {
      checkTtl(ttlMs);
      const earlier = read(key)?.split('\n') ?? [];
      write(key, [...lines, ...earlier].slice(0, most).join('\n'), ttlMs);
      return Promise.resolve();
    },
  };
}
