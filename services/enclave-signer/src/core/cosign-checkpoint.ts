import {
  isAllowedStep,
  isIdOfLog,
  judgeLogStep,
  logKeyOf,
  noCheckpoint,
  readLogCheckpoint,
  Refused,
  signerKeyOf,
  textOfLogCheckpoint,
  witnessKeyOf,
  type LogCheckpoint,
  type LogStep,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import { cosignedAt, cosignNote, encodeNote, readNote, signNote } from '@wallet-service/transparency-log';
import type { ApplicationKey, ApplicationKeys } from './application-key.js';
import { ed25519PublicKeyOf } from './derive-keys.js';
import type { LastCheckpoints } from './last-checkpoints.js';
import { signEd25519 } from './signatures.js';
import type { TrustStore } from './trust-store.js';
import { wipe } from './wipe.js';

export type CosignCheckpointDeps = {
  readonly applicationKeys: ApplicationKeys;
  readonly lastCheckpoints: LastCheckpoints;
  readonly trust: TrustStore;
  /** Unix seconds. */
  readonly now: () => number;
};

/** Of a cosignature, in seconds. Within it, a witness may have cosigned a later checkpoint. */
const maxAge = 30;
/** How far a witness's clock may be ahead. */
const clockSkew = 10;
/** A proof has at most one hash for each level of the tree, and one more. */
const maxProofHashes = 64;

/**
 * Signs a checkpoint of an application's journal, with a key derived from the application's. The key survives restarts
 * and the rotation of the sealing key. The signer does not see the entries. It states that the journal had come this
 * far by this time, and it signs no journal that lacks an entry which was in the last one.
 *
 * The last one is what this process signed. If it remembers none, it is what enough witnesses state now that they hold.
 */
export async function cosignCheckpoint(
  { applicationKeys, lastCheckpoints, trust, now }: CosignCheckpointDeps,
  request: SignerRequest<'CosignCheckpoint'>,
): Promise<SignerResponse<'CosignCheckpoint'>> {
  const { applicationId, wrappedApplicationKey } = request;
  const next = checkpointOf(request);
  const applicationKey = await applicationKeys.open(applicationId, wrappedApplicationKey);
  // Nothing may be awaited from here on, so that no other call signs a step from the same last checkpoint.
  const time = now();
  const last = lastCheckpoints.of(applicationId) ?? lastWitnessed({ trust, lastCheckpoints }, request, time);
  demandStep(last, next, request);
  const signed = signedNote(applicationKey, next, time);
  lastCheckpoints.remember(next);
  return signed;
}

function checkpointOf(request: SignerRequest<'CosignCheckpoint'>): LogCheckpoint {
  const { applicationId, root, consistencyProof, oldSize } = request;
  if (!isIdOfLog(applicationId)) throw malformed('applicationId');
  if (root.length !== 32) throw malformed('root');
  if (consistencyProof.length > maxProofHashes || consistencyProof.some((hash) => hash.length !== 32))
    throw malformed('consistencyProof');
  if (oldSize > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed('oldSize');
  const generation = positive(request.generation, 'generation');
  return { applicationId, generation, size: positive(request.size, 'size'), root };
}

function positive(value: bigint, field: string): number {
  if (value < 1n || value > BigInt(Number.MAX_SAFE_INTEGER)) throw malformed(field);
  return Number(value);
}

function malformed(field: string): Refused {
  return new Refused('malformed-request', { field });
}

/**
 * The checkpoint that enough witnesses of the root document hold now. Throws Refused('log-unwitnessed') otherwise. What
 * they said before this process started does not count: they may have cosigned later what it signed and forgot.
 *
 * An image with a trust bundle names no witness. Then nothing is known, as after every start.
 */
function lastWitnessed(
  { trust, lastCheckpoints }: Pick<CosignCheckpointDeps, 'trust' | 'lastCheckpoints'>,
  { applicationId, witnessed }: SignerRequest<'CosignCheckpoint'>,
  now: number,
): LogCheckpoint {
  const { keys, threshold } = trust.root.witnesses;
  if (keys.length === 0) return noCheckpoint(applicationId);
  trust.demandFresh(now);
  const note = readNote(witnessed);
  const held = note && readLogCheckpoint(note.text);
  if (witnessed !== '' && held?.applicationId !== applicationId) throw malformed('witnessed');
  const agree = keys.filter(({ kid, publicKey }) => {
    const time = note && cosignedAt(note, witnessKeyOf(kid, publicKey));
    const earliest = Math.max(now - maxAge, lastCheckpoints.since);
    return time !== undefined && time >= earliest && time <= now + clockSkew;
  }).length;
  if (!held || agree < threshold)
    throw new Refused('log-unwitnessed', { needed: threshold, agree, root_version: trust.root.version });
  return held;
}

const refusalOf = {
  'rolled-back': 'log-rolled-back',
  forked: 'log-forked',
  'proof-needed': 'log-proof-needed',
} as const satisfies Partial<Record<LogStep, string>>;

function demandStep(
  last: LogCheckpoint,
  next: LogCheckpoint,
  { oldSize, consistencyProof }: SignerRequest<'CosignCheckpoint'>,
): void {
  const step = judgeLogStep(last, next, { oldSize: Number(oldSize), hashes: consistencyProof });
  if (!isAllowedStep(step))
    throw new Refused(refusalOf[step], { generation_seen: last.generation, size_seen: last.size });
}

function signedNote(
  applicationKey: ApplicationKey,
  checkpoint: LogCheckpoint,
  time: number,
): SignerResponse<'CosignCheckpoint'> {
  const text = textOfLogCheckpoint(checkpoint);
  const privateKey = applicationKey.deriveCheckpointKey();
  try {
    const publicKey = ed25519PublicKeyOf(privateKey);
    const sign = (message: Uint8Array) => signEd25519(message, privateKey, publicKey).signature;
    const signatures = [
      signNote(text, logKeyOf(text, publicKey), sign),
      cosignNote(text, signerKeyOf(publicKey), time, sign),
    ];
    return { note: encodeNote({ text, signatures }), publicKey };
  } finally {
    wipe(privateKey);
  }
}
