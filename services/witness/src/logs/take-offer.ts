import {
  isAllowedStep,
  judgeLogStep,
  logKeyOf,
  readLogCheckpoint,
  type LogProof,
  type LogStep,
} from '@wallet-service/signer-protocol';
import { isSignedBy, type Note } from '@wallet-service/transparency-log';
import { checkpointIn, type HeldLog, type HeldLogs } from './held-logs.js';

/** A checkpoint that should take the place of the one that is held. */
export type OfferedCheckpoint = {
  readonly note: Note;
  /** Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly proof: LogProof;
};

/** `refused`: it is of another journal, or the key of the journal did not sign it. */
export type OfferOutcome = LogStep | 'refused';

export type TakenOffer = {
  readonly outcome: OfferOutcome;
  /** What must be kept before anything is said. Undefined: nothing changes. */
  readonly next?: HeldLog;
  /** Why it is not held now. */
  readonly problem?: string;
};

const problems = {
  'rolled-back': 'has fewer entries, or is of an earlier generation, than the checkpoint held',
  forked: 'does not continue the checkpoint held',
  'proof-needed': 'needs a proof that begins with the checkpoint held',
} as const;

/**
 * What an offered checkpoint changes. The key that signed the first checkpoint of a journal must sign all others: it is
 * the same on every signer for ever. So whoever may only call this witness can't make it hold what no signer signed.
 */
export function takeOffer(
  logs: HeldLogs,
  applicationId: string,
  { note, publicKey, proof }: OfferedCheckpoint,
): TakenOffer {
  const refuse = (problem: string): TakenOffer => ({ outcome: 'refused', problem });
  const checkpoint = readLogCheckpoint(note.text);
  if (checkpoint?.applicationId !== applicationId) return refuse('is not a checkpoint of this journal');
  const held = logs.get(applicationId);
  if (held && Buffer.compare(held.publicKey, publicKey) !== 0)
    return refuse("is signed by another key than the journal's");
  const key = logKeyOf(note.text, publicKey);
  const signature = isSignedBy(note, key) ? signatureOf(note, key.name) : undefined;
  if (!signature) return refuse('is not signed by its key');
  const outcome = judgeLogStep(checkpointIn(logs, applicationId), checkpoint, proof);
  if (!isAllowedStep(outcome)) return { outcome, problem: problems[outcome] };
  return outcome === 'same' ? { outcome } : { outcome, next: { checkpoint, publicKey, signature } };
}

function signatureOf({ signatures }: Note, name: string): Uint8Array | undefined {
  return signatures.find((line) => line.name === name && line.signature.length === 64)?.signature;
}
