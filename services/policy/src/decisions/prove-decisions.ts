import { createPublicKey, randomBytes, sign, type KeyObject } from 'node:crypto';
import {
  appendLeaves,
  checkpointText,
  emptyRange,
  encodeNote,
  encodeTlogProof,
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
export async function proveDecisions(
  verdictKey: KeyObject,
  records: readonly string[],
): Promise<readonly string[]> {
  // A name that is used once: two trees of one log would contradict each other.
  const origin = `wallet-service/decisions/${randomBytes(16).toString('hex')}`;
  const { range, completed } = appendLeaves(
    emptyRange,
    records.map((record) => leafHashOf(Buffer.from(record))),
  );
  const text = checkpointText({ origin, size: records.length, root: rootOf(range) });
  const publicKey = createPublicKey(verdictKey).export({ format: 'der', type: 'spki' }).subarray(-32);
  const logKey = { type: 'ed25519', name: origin, publicKey } as const;
  const note = encodeNote({
    text,
    signatures: [signNote(text, logKey, (message) => sign(null, message, verdictKey))],
  });
  const nameOf = ({ level, index }: TreeNode): string => `${level} ${index}`;
  const hashes = new Map(completed.map((node) => [nameOf(node), node.hash]));
  const read = (nodes: readonly TreeNode[]) =>
    Promise.resolve(nodes.flatMap((node) => hashes.get(nameOf(node)) ?? []));
  return Promise.all(
    records.map(async (_record, index) =>
      encodeTlogProof({ index, hashes: await proveInclusion(read, index, records.length), note }),
    ),
  );
}
