import { bytesOfInteger, encodeCanonical } from './canonical.js';

/** How far an application's journal had come when a signer signed a checkpoint. */
export type JournalCheckpoint = {
  readonly applicationId: string;
  /** The number of the last entry, 1 or more. */
  readonly seq: number;
  /** The hash of the last entry, SHA-256. */
  readonly hash: Uint8Array;
  /** Unix seconds, by the signer's clock. */
  readonly time: number;
};

/**
 * The bytes that the application's checkpoint key signs with Ed25519 (RFC 8032). Throws a RangeError for a
 * hash that does not have 32 bytes.
 */
export function journalCheckpointPayload({ applicationId, seq, hash, time }: JournalCheckpoint): Uint8Array {
  if (hash.length !== 32) throw new RangeError('a SHA-256 hash has 32 bytes');
  return encodeCanonical('wallet-service/journal-checkpoint/1', [
    applicationId,
    bytesOfInteger(seq),
    hash,
    bytesOfInteger(time),
  ]);
}
