import { AppError } from '@wallet-service/errors';

/** The right to make the key of a reserved wallet, until the lease ends. */
export type Lease = { readonly walletId: string; readonly leaseId: string };

export type Reservation<Made> = {
  readonly find: () => Promise<Made | undefined>;
  /**
   * Reserves, or takes over a reservation whose lease has ended. Undefined when somebody else holds the
   * lease, or it is made.
   */
  readonly reserve: (ids: Lease, leaseMs: number) => Promise<Lease | undefined>;
  /**
   * Makes and stores it until `deadline`; undefined when the lease was lost meanwhile: then what was made is forgotten.
   */
  readonly fill: (lease: Lease, deadline: number) => Promise<Made | undefined>;
  /** Ends the lease now, so that the next one need not wait for it. */
  readonly release: (lease: Lease) => Promise<void>;
};

export type MakeOnceDeps = {
  readonly newId: () => string;
  readonly now: () => number;
  readonly sleep: (ms: number) => Promise<void>;
  /** Told of what was done about a failure that the caller is not told of. */
  readonly onLateKey?: (walletId: string) => void;
  readonly leaseMs?: number;
};

const firstWaitMs = 5;
const longestWaitMs = 200;
// Requests have 10 s: one that waits for a maker who has died still has time to take over.
const usualLeaseMs = 4_000;
// Timers and the clock may differ by a little.
const nearlyMs = 50;

/**
 * Finds what the reservation is for, or makes it: once, over all replicas, while its maker lives. `deadline`
 * in Unix milliseconds.
 */
export async function makeOnce<Made>(
  { newId, now, sleep, onLateKey, leaseMs = usualLeaseMs }: MakeOnceDeps,
  { find, reserve, fill, release }: Reservation<Made>,
  deadline: number,
): Promise<Made> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    const existing = await find();
    if (existing) return existing;
    const lease = await reserve({ walletId: newId(), leaseId: newId() }, leaseMs);
    if (lease) {
      // Not longer than the lease: after it somebody else may be making it.
      const until = Math.min(deadline, now() + leaseMs - leaseMs / 10);
      try {
        const made = await fill(lease, until);
        if (made) return made;
        onLateKey?.(lease.walletId);
      } catch (error) {
        // If this fails too, the lease ends by itself.
        await release(lease).catch(() => undefined);
        // The end of the lease alone is no reason to give up.
        if (until === deadline || now() < until - nearlyMs) throw error;
      }
      continue;
    }
    if (now() + waitMs >= deadline)
      throw new AppError('service.deadline-exceeded', 'the wallet is still being made; ask again');
    await sleep(waitMs);
  }
}
