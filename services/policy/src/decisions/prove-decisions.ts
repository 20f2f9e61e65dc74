import { createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  appendLeaves,
  checkpointText,
  emptyRange,
  encodeNote,
  encodeTlogProofs,
  leafHashOf,
  proveInclusion,
  rootOf,
  signNote,
  type TreeNode,
} from '@wallet-service/transparency-log';

/**
 * Proves with one signature of the verdict key that this service decided all of that. The records are the leaves of a
 * tree of their own (RFC 6962), in their stored form. Each gets its proof (C2SP tlog-proof), in the same order.
 */
export function decisionProver(
  verdictKey: KeyObject,
): (records: readonly string[]) => Promise<readonly string[]> {
  // Once, because it takes longer than a signature.
  const publicKey = createPublicKey(verdictKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  return (records) => proveDecisions(verdictKey, publicKey, records);
}

async function proveDecisions(
  verdictKey: KeyObject,
  publicKey: Uint8Array,
  records: readonly string[],
): Promise<readonly string[]> {
  // A name that is used once: two trees of one log would contradict each other.
  const origin = `wallet-service/decisions/${randomBytes(16).toString('hex')}`;
  const { range, completed } = appendLeaves(
    emptyRange,
    records.map((record) => leafHashOf(Buffer.from(record))),
  );
  const text = checkpointText({ origin, size: records.length, root: rootOf(range) });
  const logKey = { type: 'ed25519', name: origin, publicKey } as const;
  const note = encodeNote({
    text,
    signatures: [signNote(text, logKey, (message) => sign(null, message, verdictKey))],
  });
  const levels: Uint8Array[][] = [];
  for (const { level, index, hash } of completed) (levels[level] ??= [])[index] = hash;
  const read = (nodes: readonly TreeNode[]) =>
    Promise.resolve(nodes.flatMap(({ level, index }) => levels[level]?.[index] ?? []));
  const proofs = records.map(async (_record, index) => ({
    index,
    hashes: await proveInclusion(read, index, records.length),
  }));
  return encodeTlogProofs(note, await Promise.all(proofs));
}
