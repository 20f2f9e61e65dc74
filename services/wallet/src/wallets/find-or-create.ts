import { AppError } from '@wallet-service/errors';

/** The right to make the key of a new wallet, until the lock ends. */
export type CreationLock = { readonly walletId: string; readonly lockId: string };

export type Creation<Made> = {
  readonly find: () => Promise<Made | undefined>;
  /**
   * Takes the lock, also one that has ended. Undefined if another process holds it, or the wallet is made.
   */
  readonly acquire: (ids: CreationLock, lockMs: number) => Promise<CreationLock | undefined>;
  /**
   * Makes and stores it until `deadline`. Undefined if the lock was lost meanwhile: then what was made is dropped.
   */
  readonly fill: (lock: CreationLock, deadline: number) => Promise<Made | undefined>;
  /** Ends the lock now, so that nobody has to wait for its end. */
  readonly release: (lock: CreationLock) => Promise<void>;
};

export type FindOrCreateDeps = {
  readonly newId: () => string;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Called when a key came after its lock had ended and was dropped. */
  readonly onLateKey?: (walletId: string) => void;
  readonly lockMs?: number;
};

const firstWaitMs = 5;
const longestWaitMs = 200;
// Requests have 10 s, so one that waits for a process that died still has time to take over.
const usualLockMs = 4_000;
// Timers and the clock may differ by a little.
const nearlyMs = 50;

/**
 * Finds a wallet or creates it. All replicas together create it once, as long as the process that holds the lock
 * lives. `deadline` in Unix milliseconds.
 */
export async function findOrCreate<Made>(
  { newId, now, sleep, onLateKey, lockMs = usualLockMs }: FindOrCreateDeps,
  { find, acquire, fill, release }: Creation<Made>,
  deadline: number,
): Promise<Made> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const existing = await find();
    if (existing) return existing;
    const lock = await acquire({ walletId: newId(), lockId: newId() }, lockMs);
    if (lock) {
      // Not longer than the lock: afterwards another process may be making it.
      const until = Math.min(deadline, now() + lockMs - lockMs / 10);
      try {
        const made = await fill(lock, until);
        if (made) return made;
        onLateKey?.(lock.walletId);
      } catch (error) {
        // If this fails too, the lock ends by itself.
        await release(lock).catch(() => undefined);
        // The end of the lock alone is no reason to give up.
        if (until === deadline || now() < until - nearlyMs) throw error;
      }
      continue;
    }
    if (now() + waitMs >= deadline)
      throw new AppError('service.deadline-exceeded', 'the wallet is still being created: try again');
    await sleep(waitMs);
  }
}
