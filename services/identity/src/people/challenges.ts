import { createHmac, timingSafeEqual } from 'node:crypto';

/** What a passkey is asked for: to sign in, to step up, to be the first of an invitation, or another of a person. */
export type ChallengePurpose = 'sign-in' | 'step-up' | 'invitation' | 'passkey';

/** For which ceremony a challenge is. `owner`: the session or the invitation. Empty: nobody is known yet. */
export type ChallengeUse = { readonly purpose: ChallengePurpose; readonly owner: string };

export type ChallengesDeps = {
  readonly pepper: Uint8Array;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
};

export type Challenges = {
  /** base64url. */
  readonly make: (use: ChallengeUse) => string;
  /** Until when it is good (Unix milliseconds). Undefined: it is not one of ours, is for another use, or is too old. */
  readonly endOf: (challenge: string, use: ChallengeUse) => number | undefined;
};

const lifetimeMs = 300_000;
const timeBytes = 6;
const randomLength = 18;
const macBytes = 24;

/**
 * Challenges that carry their own proof, so that asking for one stores nothing. Those that were answered are kept until
 * they end (`used_challenges`).
 */
export function createChallenges({ pepper, now, randomBytes }: ChallengesDeps): Challenges {
  const macOf = (body: Buffer, { purpose, owner }: ChallengeUse): Buffer =>
    createHmac('sha256', pepper)
      .update(JSON.stringify(['identity/challenge', purpose, owner, body.toString('hex')]))
      .digest()
      .subarray(0, macBytes);

  return {
    make(use) {
      const time = Buffer.alloc(timeBytes);
      time.writeUIntBE(now() + lifetimeMs, 0, timeBytes);
      const body = Buffer.concat([time, randomBytes(randomLength)]);
      return Buffer.concat([body, macOf(body, use)]).toString('base64url');
    },

    endOf(challenge, use) {
      const bytes = Buffer.from(challenge, 'base64url');
      if (bytes.length !== timeBytes + randomLength + macBytes || bytes.toString('base64url') !== challenge)
        return undefined;
      const body = bytes.subarray(0, timeBytes + randomLength);
      if (!timingSafeEqual(bytes.subarray(body.length), macOf(body, use))) return undefined;
      const end = body.readUIntBE(0, timeBytes);
      return end > now() && end <= now() + lifetimeMs ? end : undefined;
    },
  };
}
