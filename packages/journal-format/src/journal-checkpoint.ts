import { verify } from 'node:crypto';
import {
  ed25519PublicKey,
  journalCheckpointPayload,
  type JournalCheckpoint,
} from '@wallet-service/signer-protocol';

/** A head of a journal from before journals were logs, signed by the application's checkpoint key. */
export type SignedChainCheckpoint = JournalCheckpoint & {
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
};

/**
 * Whether the key in the checkpoint signed it. Only somebody who has seen that key before knows whose it is.
 */
export function isSignedChainCheckpoint(checkpoint: SignedChainCheckpoint): boolean {
  const { publicKey, signature, hash } = checkpoint;
  if (publicKey.length !== 32 || hash.length !== 32) return false;
  return verify(null, journalCheckpointPayload(checkpoint), ed25519PublicKey(publicKey), signature);
}
