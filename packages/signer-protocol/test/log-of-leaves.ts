import { createHash } from 'node:crypto';
import {
  appendLeaves,
  emptyRange,
  leafHashOf,
  proveConsistency,
  rootOf,
  type NodeReader,
} from '@wallet-service/transparency-log';
import type { LogCheckpoint } from '../src/log-checkpoint.js';

/** A journal whose entries are given as texts, for tests of checkpoints and proofs. */
export type LogOfLeaves = {
  readonly at: (size: number, generation?: number) => LogCheckpoint;
  readonly prove: (oldSize: number, size: number) => Promise<readonly Uint8Array[]>;
};

export function logOfLeaves(applicationId: string, leaves: readonly string[]): LogOfLeaves {
  const hashes = leaves.map((leaf) => leafHashOf(createHash('sha256').update(leaf).digest()));
  const { completed } = appendLeaves(emptyRange, hashes);
  const nodes = new Map(completed.map(({ level, index, hash }) => [`${level} ${index}`, hash]));
  const read: NodeReader = (asked) =>
    Promise.resolve(asked.map(({ level, index }) => nodes.get(`${level} ${index}`) ?? new Uint8Array(32)));
  return {
    at: (size, generation = 1) => ({
      applicationId,
      generation,
      size,
      root: rootOf(appendLeaves(emptyRange, hashes.slice(0, size)).range),
    }),
    prove: (oldSize, size) => proveConsistency(read, oldSize, size),
  };
}

/** The texts of so many entries. From `fork` on they are other ones. */
export const leavesOf = (count: number, fork = count): readonly string[] =>
  Array.from({ length: count }, (_, index) => (index < fork ? `entry ${index}` : `other entry ${index}`));
