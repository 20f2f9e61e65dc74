import { createHash } from 'node:crypto';
import {
  checkpointText,
  emptyRoot,
  readCheckpointText,
  verifyConsistency,
  type CosignerKey,
  type LogKey,
} from '@wallet-service/transparency-log';

/** The journal of an application at one moment, as a Merkle tree of its entries (RFC 9162 section 2.1). */
export type LogCheckpoint = {
  readonly applicationId: string;
  /** 1, and higher each time that an operator accepted a loss. 0: there is no checkpoint. */
  readonly generation: number;
  /** How many entries. */
  readonly size: number;
  /** 32 bytes. */
  readonly root: Uint8Array;
};

const prefix = 'wallet-service/journal';
const idPattern = /^[A-Za-z0-9._-]{1,128}$/;

/** Whether an application may have this id, so that it can be part of a name of a key. */
export function isIdOfLog(applicationId: string): boolean {
  return idPattern.test(applicationId);
}

/** What is held of a journal of which nothing is known. */
export function noCheckpoint(applicationId: string): LogCheckpoint {
  return { applicationId, generation: 0, size: 0, root: emptyRoot() };
}

/**
 * The text of a checkpoint (C2SP tlog-checkpoint). Its origin is `wallet-service/journal/<application>/<generation>`.
 * Throws a RangeError for what has no such text.
 */
export function textOfLogCheckpoint({ applicationId, generation, size, root }: LogCheckpoint): string {
  const text = checkpointText({ origin: `${prefix}/${applicationId}/${generation}`, size, root });
  if (!readLogCheckpoint(text)) throw new RangeError('not a checkpoint of a journal');
  return text;
}

/** The inverse of `textOfLogCheckpoint`. Undefined for every other text. */
export function readLogCheckpoint(text: string): LogCheckpoint | undefined {
  const read = readCheckpointText(text);
  const match = /^wallet-service\/journal\/([^/]+)\/(0|[1-9]\d{0,15})$/.exec(read?.origin ?? '');
  if (!read || !match) return undefined;
  const [, applicationId = '', digits] = match;
  const generation = Number(digits);
  const { size, root } = read;
  const isNone = size === 0 && Buffer.compare(root, emptyRoot()) === 0;
  if (!isIdOfLog(applicationId) || !Number.isSafeInteger(generation)) return undefined;
  // Without entries there is one root, and without a generation there are no entries.
  if ((size === 0 || generation === 0) && !isNone) return undefined;
  return { applicationId, generation, size, root };
}

/** The key that signs an application's checkpoints. Its name is the origin of the text, as C2SP tlog-policy demands. */
export function logKeyOf(textOfCheckpoint: string, publicKey: Uint8Array): LogKey {
  const [origin = ''] = textOfCheckpoint.split('\n', 1);
  return { name: origin, type: 'ed25519', publicKey };
}

/** The same key as a cosigner: a signer's statement of the time. */
export function signerKeyOf(publicKey: Uint8Array): CosignerKey {
  return { name: 'wallet-service/signer', type: 'cosignature/v1', publicKey };
}

/** The key of a witness, by its name in the root document. */
export function witnessKeyOf(kid: string, publicKey: Uint8Array): CosignerKey {
  return { name: `wallet-service/witness/${encodeURIComponent(kid)}`, type: 'cosignature/v1', publicKey };
}

/** A number from 0 to 255. A witness keeps the journals with the same one in one file. */
export function shardOfLog(applicationId: string): number {
  return createHash('sha256').update(applicationId).digest()[0] ?? 0;
}

export type LogProof = {
  /** Of the checkpoint that the proof begins with. */
  readonly oldSize: number;
  /** RFC 9162 section 2.1.4. */
  readonly hashes: readonly Uint8Array[];
};

/**
 * - `first`: nothing was known of the journal.
 * - `same`: the checkpoint is the last one.
 * - `extends`: all entries of the last one are in it, at their places.
 * - `new-generation`: an operator accepted a loss. Nothing connects it with the last one.
 * - `rolled-back`: it has fewer entries, or is of an earlier generation.
 * - `forked`: the proof begins with the last one, and does not lead to this one.
 * - `proof-needed`: the proof begins elsewhere, so nothing is known.
 */
export type LogStep =
  | 'first'
  | 'same'
  | 'extends'
  | 'new-generation'
  | 'rolled-back'
  | 'forked'
  | 'proof-needed';

/** What lies between the last checkpoint of a journal and the next. Both MUST be of the same application. */
export function judgeLogStep(last: LogCheckpoint, next: LogCheckpoint, proof: LogProof): LogStep {
  if (next.generation < Math.max(1, last.generation)) return 'rolled-back';
  if (last.generation === 0) return 'first';
  if (next.generation > last.generation) return 'new-generation';
  if (next.size < last.size) return 'rolled-back';
  if (next.size === last.size) return Buffer.compare(next.root, last.root) === 0 ? 'same' : 'forked';
  if (proof.oldSize !== last.size) return 'proof-needed';
  return verifyConsistency(last, next, proof.hashes) ? 'extends' : 'forked';
}

/** Whether whoever remembers the last checkpoint may sign the next one. */
export function isAllowedStep(
  step: LogStep,
): step is Exclude<LogStep, 'rolled-back' | 'forked' | 'proof-needed'> {
  return step !== 'rolled-back' && step !== 'forked' && step !== 'proof-needed';
}
