import { verify } from 'node:crypto';
import {
  ed25519PublicKey,
  journalCheckpointPayload,
  type JournalCheckpoint,
} from '@wallet-service/signer-protocol';

/** A head of an application's journal, signed by the application's checkpoint key, which only signers can derive. */
export type SignedCheckpoint = JournalCheckpoint & {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
};

/**
 * Whether the key in the checkpoint signed it. Only somebody who has seen that key before knows whose it is.
 */
export function isSignedCheckpoint(checkpoint: SignedCheckpoint): boolean {
  const { publicKey, signature, hash } = checkpoint;
  if (publicKey.length !== 32 || hash.length !== 32) return false;
  return verify(null, journalCheckpointPayload(checkpoint), ed25519PublicKey(publicKey), signature);
}
