import { ProofRefused } from './proof-refused.js';

export type Freshness = {
  /** The bytes of the request's nonce, 16 to 512. Without a fresh nonce an old document proves nothing about now. */
  readonly nonce: Uint8Array;
  /** Milliseconds. 60,000 if left out. */
  readonly maxAgeMs?: number;
  /** Unix milliseconds. The clock of this machine if left out. */
  readonly now?: number;
};

const clockSkewMs = 60_000;

/** A mistake of the caller: such a nonce would prove nothing. Throws a RangeError. */
export function assertNonce(nonce: Uint8Array): void {
  if (nonce.length < 16 || nonce.length > 512) throw new RangeError('a nonce has 16 to 512 bytes');
}

/** Throws ProofRefused if a document of this time (Unix milliseconds) is too old or from the future. */
export function refuseByTime(
  timestamp: number,
  { maxAgeMs = 60_000, now = Date.now() }: Omit<Freshness, 'nonce'>,
): void {
  // Written so that a time that is not a number refuses.
  if (!(timestamp <= now + clockSkewMs)) throw new ProofRefused('from-the-future');
  if (!(now - timestamp <= maxAgeMs)) throw new ProofRefused('too-old');
}
