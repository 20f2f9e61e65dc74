import { AppError } from '@wallet-service/errors';
import { Refused, signerKeyOf, type LogCheckpoint } from '@wallet-service/signer-protocol';
import { cosignedAt, readNote } from '@wallet-service/transparency-log';
import { askWitnesses, isFurther, type AskWitnessesDeps } from './ask-witnesses.js';
import { LogIncident } from './log-incident.js';
import type { LogOfJournal, Logs, StoredCheckpoint } from './log-of-journal.js';

/** Asks a signer. Rejects with an AppError, whose cause is Refused if the signer refused. */
export type CosignCheckpoint = (
  checkpoint: LogCheckpoint,
  proof: { readonly oldSize: number; readonly hashes: readonly Uint8Array[]; readonly witnessed: string },
) => Promise<{ readonly note: string; readonly publicKey: Uint8Array }>;

export type CosignLogDeps = AskWitnessesDeps & {
  readonly logs: Logs;
  /** `oneSigner` gives what asks always the same signer, because each remembers for itself. */
  readonly oneSigner: () => CosignCheckpoint;
};

/** The journal is not as far as somebody who signed it remembers. */
export function rolledBack(now: LogCheckpoint, seen: LogCheckpoint): LogIncident {
  const { generation, size } = now;
  const details = { generation, size, generation_seen: seen.generation, size_seen: seen.size };
  return new LogIncident('journal-rolled-back', details);
}

const attempts = 6;
/** Seconds. A round may take long, and the clocks of signers differ. */
const mostAhead = 600;

/** A checkpoint that a signer signed. */
export type NewCheckpoint = StoredCheckpoint & {
  /** Of the checkpoint before, as witnesses know it. 0: there was none. */
  readonly oldSize: number;
  /** That the journal extends that one, if the signer asked for the same. */
  readonly proof: readonly Uint8Array[] | undefined;
};

/** What the next attempt begins with. Without, it is the last checkpoint that is stored. */
type From = { readonly oldSize?: number; readonly witnessed?: string };
type Refusal = { readonly error: AppError; readonly refused: Refused };
type Attempt = {
  readonly journal: LogOfJournal;
  readonly from: From;
};

/**
 * Has a signer sign the journal as it is now. Undefined: it has not grown since its last checkpoint, or that is from
 * after `since` (Unix seconds). Throws LogIncident if the signer, or the witnesses, remember what the journal no longer
 * has.
 */
export async function cosignLog(
  deps: CosignLogDeps,
  applicationId: string,
  since: number,
): Promise<NewCheckpoint | undefined> {
  const cosign = deps.oneSigner();
  let from: From = {};
  for (let attempt = 1; ; attempt += 1) {
    const journal = await deps.logs.read(applicationId);
    // What this database itself says was signed.
    if (journal.last && isFurther(journal.last.checkpoint, journal.now))
      throw rolledBack(journal.now, journal.last.checkpoint);
    if (isUnchanged(journal) || isSignedAfter(journal.last, since)) return undefined;
    try {
      return await cosignFrom(deps, cosign, journal, from);
    } catch (error) {
      const refusal = refusalIn(error);
      if (!refusal || attempt === attempts) throw error;
      from = await nextFrom(deps, refusal, { journal, from });
    }
  }
}

async function cosignFrom(
  { logs }: CosignLogDeps,
  cosign: CosignCheckpoint,
  { now, last }: LogOfJournal,
  from: From,
): Promise<NewCheckpoint> {
  const lastSize = last?.checkpoint.generation === now.generation ? last.checkpoint.size : 0;
  const { oldSize = lastSize, witnessed = '' } = from;
  const isStep = oldSize >= 1 && oldSize < now.size;
  const hashes = isStep ? await logs.prove(now.applicationId, oldSize, now.size) : [];
  const { note, publicKey } = await cosign(now, { oldSize, hashes, witnessed });
  if (last && Buffer.compare(last.publicKey, publicKey) !== 0)
    throw new LogIncident('journal-forked', {
      problem: 'its last checkpoint is of a key that no signer has',
    });
  const proof = oldSize === lastSize ? hashes : undefined;
  return { checkpoint: now, note, publicKey, oldSize: lastSize, proof };
}

/** What to try next. Throws LogIncident, or the error if nothing is left to try. */
async function nextFrom(
  deps: CosignLogDeps,
  { error, refused }: Refusal,
  { journal: { now, last }, from }: Attempt,
): Promise<From> {
  const details = { ...refused.details, generation: now.generation, size: now.size };
  switch (refused.refusal) {
    case 'log-proof-needed':
      return { ...from, oldSize: Number(refused.details['size_seen']) };
    case 'log-unwitnessed': {
      if (from.witnessed !== undefined) throw error;
      const held = await askWitnesses(deps, now.applicationId, last?.publicKey);
      if (!held) throw error;
      if (last && isFurther(held.checkpoint, (await deps.logs.read(now.applicationId)).now))
        throw rolledBack(now, held.checkpoint);
      return { oldSize: held.checkpoint.size, witnessed: held.note };
    }
    case 'log-rolled-back': {
      // Another replica may have integrated entries since this one read the journal. What is read now has them.
      const { generation_seen: generation, size_seen: size } = refused.details;
      const seen = { ...now, generation: Number(generation), size: Number(size) };
      const later = (await deps.logs.read(now.applicationId)).now;
      if (isFurther(seen, later)) throw rolledBack(later, seen);
      return from;
    }
    case 'log-forked':
      throw new LogIncident('journal-forked', details);
    default:
      throw error;
  }
}

function refusalIn(error: unknown): Refusal | undefined {
  return error instanceof AppError && error.cause instanceof Refused
    ? { error, refused: error.cause }
    : undefined;
}

function isUnchanged({ now, last }: LogOfJournal): boolean {
  return now.size === 0 || (last !== undefined && isSame(now, last.checkpoint));
}

/** One from the future is not, so that none keeps others from being made. */
function isSignedAfter(last: StoredCheckpoint | undefined, seconds: number): boolean {
  const note = last && readNote(last.note);
  const time = note && cosignedAt(note, signerKeyOf(last.publicKey));
  return time !== undefined && time > seconds && time <= seconds + mostAhead;
}

function isSame(one: LogCheckpoint, other: LogCheckpoint): boolean {
  return (
    one.generation === other.generation &&
    one.size === other.size &&
    Buffer.compare(one.root, other.root) === 0
  );
}
