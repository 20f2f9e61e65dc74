import type { RelyingParty } from '@wallet-service/passkeys';
import type { Tenancy } from '../tenancy-store.js';
import type { Challenges } from './challenges.js';

export type PeopleDeps = {
  readonly tenancy: Pick<Tenancy, 'within' | 'change' | 'installation'>;
  readonly pepper: Uint8Array;
  /** Throws `people.disabled` where passkeys are not configured. */
  readonly relyingParty: () => RelyingParty & { readonly name: string };
  readonly challenges: Challenges;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly randomBytes: (length: number) => Buffer;
};

export function secondsOf(nowMs: number): number {
  return Math.floor(nowMs / 1000);
}
