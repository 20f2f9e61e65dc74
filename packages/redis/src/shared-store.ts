/** The answer of a rate limiter. Times are milliseconds from now, rounded up. */
export type Permit = {
  readonly allowed: boolean;
  /** Permits that could be taken at once, right now. */
  readonly remaining: number;
  /** Permits that can be taken at once after a long enough pause: `burst`. */
  readonly limit: number;
  /** When all permits are available again, if none is taken. */
  readonly resetMs: number;
  /** When the next permit is available. 0 if this one was given. */
  readonly retryAfterMs: number;
};

/** `permits` for every `perMs` on average, at most `burst` of them at once. All positive. */
export type Rate = { readonly permits: number; readonly perMs: number; readonly burst: number };

/** By name. */
export type Counts = Readonly<Record<string, number>>;

export function sumOfCounts(all: readonly Counts[]): Counts {
  const sums: Record<string, number> = {};
  for (const counts of all)
    for (const [name, count] of Object.entries(counts)) sums[name] = (sums[name] ?? 0) + count;
  return sums;
}

/**
 * Short-lived data that all replicas of a service share. Every method works on a single key and is atomic.
 * Nothing here is durable. If everything is forgotten a caller MUST still be correct, though perhaps slower
 * or stricter, and it MUST decide what to do if a method rejects with StoreUnavailableError, the only error.
 * `ttlMs` is a positive integer.
 */
export type SharedStore = {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * Null if the value was stored. Otherwise the earlier value, which stays with its old expiry. `share` names
   * the account that holds it, for stores so small that a few accounts could fill them.
   */
  setIfAbsent(key: string, value: string, ttlMs: number, share?: string): Promise<string | null>;
  delete(key: string): Promise<void>;
  /** Takes one permit of the key's rate, if there is one. */
  takePermit(key: string, rate: Rate): Promise<Permit>;
  /** Adds to the counts of a key, whose lifetime begins again. All are positive integers. */
  addCounts(key: string, counts: Counts, ttlMs: number): Promise<void>;
  /** Empty if there are none. */
  readCounts(key: string): Promise<Counts>;
  /**
   * Puts lines before those of a key, keeps the first `most`, and lets its lifetime begin again. `get` reads them,
   * separated by line feeds, which no line has.
   */
  putLinesFirst(key: string, lines: readonly string[], most: number, ttlMs: number): Promise<void>;
  /** Rejects if the store can't be reached. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** The store did not answer in time, or not at all. Whether it performed the operation is unknown. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError';
}

/** Throws a RangeError for a lifetime that is a mistake of the program. */
export function checkTtl(ttlMs: number): void {
  if (!Number.isSafeInteger(ttlMs) || ttlMs <= 0) throw new RangeError('ttlMs must be a positive integer');
}

/** Throws a RangeError for a rate that is a mistake of the program. */
export function checkRate({ permits, perMs, burst }: Rate): void {
  if (!(permits > 0 && perMs > 0 && burst >= 1 && Number.isInteger(burst))) {
    throw new RangeError('a rate needs positive permits and perMs, and a burst of at least 1');
  }
}
