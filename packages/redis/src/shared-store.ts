/** What a rate limiter answers. Times are milliseconds from now, rounded up. */
export type Permit = {
  readonly allowed: boolean;
  /** Permits that could be taken at once, right now. */
  readonly remaining: number;
  /** Permits that can be taken at once by somebody who waited long enough: `burst`. */
  readonly limit: number;
  /** When all permits will be there again, if none is taken. */
  readonly resetMs: number;
  /** When the next permit will be there; 0 when this one was given. */
  readonly retryAfterMs: number;
};

/** `permits` for every `perMs` on average, at most `burst` of them at once. All positive. */
export type Rate = { readonly permits: number; readonly perMs: number; readonly burst: number };

/**
 * Short-lived facts that all replicas of a service share. Every method works on one key alone and is atomic.
 * Nothing here is durable: a caller MUST be right, if slower or stricter, when everything is forgotten, and
 * MUST decide what to do when a method rejects with StoreUnavailableError, the only error there is. `ttlMs`
 * is a positive integer.
 */
export type SharedStore = {
  get(key: string): Promise<string | null>;
  set(key: string, value: string, ttlMs: number): Promise<void>;
  /**
   * null when the value was stored; else the value that was there first, which stays with its old expiry.
   * `share`: on whose account it is held, where a store is so small that no few accounts may fill it.
   */
  setIfAbsent(key: string, value: string, ttlMs: number, share?: string): Promise<string | null>;
  delete(key: string): Promise<void>;
  /** Takes one permit of the key's rate, if there is one. */
  takePermit(key: string, rate: Rate): Promise<Permit>;
  /** Rejects when the store is out of reach. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/** The store did not answer in time, or not at all. Whether it did what was asked is unknown. */
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
