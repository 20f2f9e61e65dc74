import { AttestationRefused } from './attestation-refused.js';

export type Freshness = {
  /**
   * Exactly the nonce of the request, 16 to 512 bytes. Without a fresh nonce an old document proves nothing
   * about now.
   */
  readonly nonce: Uint8Array;
  /** Milliseconds. */
  readonly maxAgeMs: number;
  /** Unix milliseconds. */
  readonly now: number;
};

const clockSkewMs = 60_000;

/** Throws AttestationRefused if a document of this time (Unix milliseconds) is too old or from the future. */
export function refuseByTime(timestamp: number, { maxAgeMs, now }: Omit<Freshness, 'nonce'>): void {
  if (timestamp > now + clockSkewMs) throw new AttestationRefused('from-the-future');
  if (now - timestamp > maxAgeMs) throw new AttestationRefused('too-old');
}
