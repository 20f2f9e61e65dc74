import type { RelyingParty } from '@wallet-service/passkeys';
import type { Tenancy } from '../tenancy-store.js';
import type { Challenges } from './challenges.js';
import type { VerifyIdToken } from './id-tokens.js';

export type PeopleDeps = {
  readonly tenancy: Pick<Tenancy, 'within' | 'change' | 'installation'>;
  readonly pepper: Uint8Array;
  /** Throws `people.disabled` where passkeys are not configured. */
  readonly relyingParty: () => RelyingParty & { readonly name: string };
  /** Throws `people.disabled` where people have no identity provider. */
  readonly verifyIdToken: () => VerifyIdToken;
  readonly challenges: Challenges;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
};

export function secondsOf(nowMs: number): number {
  return Math.floor(nowMs / 1000);
}
