import type { KeyObject } from 'node:crypto';
import { rawPublicKey } from '@wallet-service/test-kit/raw-public-key';
import {
  isSignedBy,
  leafHashOf,
  readCheckpointText,
  readNote,
  readTlogProof,
  verifyInclusion,
} from '@wallet-service/transparency-log';

/** Whether the verdict key proves the record, as docs/signatures.md says. */
export function isProven(record: string, text: string, verdictKey: KeyObject): boolean {
  const proof = readTlogProof(text);
  const note = proof && readNote(proof.note);
  const tree = note && readCheckpointText(note.text);
  if (!proof || !note || !tree?.origin.startsWith('wallet-service/decisions/')) return false;
  const logKey = { type: 'ed25519', name: tree.origin, publicKey: rawPublicKey(verdictKey) } as const;
  const isIn = verifyInclusion(leafHashOf(Buffer.from(record)), proof.index, tree, proof.hashes);
  return isIn && isSignedBy(note, logKey);
}
