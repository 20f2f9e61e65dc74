import type { KeyObject } from 'node:crypto';
import { AppError } from '@wallet-service/errors';
import { signStatement, type SignedStatement } from '@wallet-service/signer-protocol';

export type SpeakerDeps = {
  readonly kid: string;
  readonly privateKey: KeyObject;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly rootVersion: () => number;
  /** Called when nothing can be stated because the clock went back by so many seconds. */
  readonly onClockBehind: (seconds: number) => void;
};

/** States that `digest` is the newest of the subject. Throws `service.unavailable` while the clock is behind. */
export type Speaker = (subject: string, digest: Uint8Array, observedAt: number) => SignedStatement;

/** As far as clocks are set back without anybody noticing. Signers allow as much. */
const smallStepSeconds = 10;

/**
 * The times that it states never go back. A clock that was set back a little stands still until it has caught up. One
 * that was set back further is wrong, or was: nothing is stated then, because a statement with an earlier time would
 * count less than the one before, and one with a later time could be used later.
 */
export function createSpeaker({ kid, privateKey, now, rootVersion, onClockBehind }: SpeakerDeps): Speaker {
  let last = 0;
  return (subject, digest, observedAt) => {
    const clock = Math.floor(now() / 1000);
    if (clock < last - smallStepSeconds) {
      onClockBehind(last - clock);
      throw new AppError('service.unavailable', 'the clock of the witness went back');
    }
    last = Math.max(last, clock);
    const statement = {
      digest,
      // It is later only if the clock was wrong before a restart.
      observedAt: Math.min(observedAt, last),
      statedAt: last,
      rootVersion: rootVersion(),
    };
    return signStatement(subject, statement, { kid, privateKey });
  };
}
