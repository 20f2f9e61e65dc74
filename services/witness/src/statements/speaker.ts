import type { KeyObject } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import { signStatement, type SignedStatement, type StatedItem } from '@wallet-service/signer-protocol';

export type ClockDeps = {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Called when nothing can be stated because the clock went back by so many seconds. */
  readonly onClockBehind: (seconds: number) => void;
};

export type SpeakerDeps = {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly time: Clock;
  readonly rootVersion: () => number;
};

/** Unix seconds. Throws `service.unavailable` while the clock is behind. */
export type Clock = () => number;

/**
 * States that what `read` finds is the newest. `read` gives the items, of different subjects, and whatever the caller
 * needs beside them. Resolves without a statement if there are none. Rejects with `service.unavailable` while the clock
 * is behind.
 */
export type Speaker = <Found extends { readonly items: readonly StatedItem[] }>(
  read: () => Promise<Found>,
) => Promise<{ readonly found: Found; readonly statement?: SignedStatement }>;

/** As far as clocks are set back without anybody noticing. Signers allow as much. */
const smallStepSeconds = 10;

/**
 * A clock that never goes back. One that was set back a little stands still until it has caught up. One that was set
 * back further is wrong, or was: nothing is stated then, because a statement with an earlier time would count less than
 * the one before, and one with a later time could be used later.
 */
export function createClock({ now, onClockBehind }: ClockDeps): Clock {
  let last = 0;
  return () => {
    const clock = Math.floor(now() / 1000);
    if (clock >= last - smallStepSeconds) return (last = Math.max(last, clock));
    onClockBehind(last - clock);
    throw new AppError('service.unavailable', 'the clock of the witness went back');
  };
}

/**
 * Takes the time before anything is read. So nothing that was replaced is stated with a later time than its
 * replacement, though a statement is about many subjects.
 */
export function createSpeaker({ kid, privateKey, time, rootVersion }: SpeakerDeps): Speaker {
  return async (read) => {
    for (;;) {
      const statedAt = time();
      const found = await read();
      if (found.items.length === 0) return { found };
      const readAt = time();
      // Seen in between. It would be stated as older than it is, and another statement of that second might be of
      // what it replaced.
      if (found.items.some(({ observedAt }) => observedAt > statedAt && observedAt <= readAt)) continue;
      const items = found.items.map((item) => ({
        ...item,
        // It is later only if the clock was wrong before a restart.
        observedAt: Math.min(item.observedAt, statedAt),
      }));
      const statement = signStatement({ statedAt, rootVersion: rootVersion(), items }, { kid, privateKey });
      return { found, statement };
    }
  };
}
