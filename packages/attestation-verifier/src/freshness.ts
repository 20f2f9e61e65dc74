import { AttestationRefused } from './attestation-refused.js';

export type Freshness = {
  /** Exactly what was asked with, 16 to 512 bytes: without a fresh nonce an old document proves nothing about now. */
  readonly nonce: Uint8Array;
  /** Milliseconds. */
  readonly maxAgeMs: number;
  /** Unix milliseconds. */
  readonly now: number;
};

const clockSkewMs = 60_000;

/** Throws AttestationRefused for a document of this time (Unix milliseconds) that is too old, or of the future. */
export function refuseByTime(timestamp: number, { maxAgeMs, now }: Omit<Freshness, 'nonce'>): void {
  if (timestamp > now + clockSkewMs) throw new AttestationRefused('from-the-future');
  if (now - timestamp > maxAgeMs) throw new AttestationRefused('too-old');
}
