import { logKeyOf, readLogCheckpoint, shardOfLog, type LogCheckpoint } from '@wallet-service/signer-protocol';
import { encodeNote, isSignedBy, readNote, type Note } from '@wallet-service/transparency-log';
import type { Logs, StoredCheckpoint } from './log-of-journal.js';
import type { AskWitness, CheckpointOffer, HeldCheckpoint } from './witness-client.js';

export type AskWitnessesDeps = {
  readonly logs: Pick<Logs, 'prove'>;
  readonly witnesses: readonly AskWitness[];
  /** Called when a witness gave no answer. `place`: of the witness in the configuration, from 0. */
  readonly onAway: (place: number, error: unknown) => void;
};

/** A checkpoint, and how a witness can follow to it. */
type Shown = StoredCheckpoint & {
  /** Of the checkpoint that the witness holds. 0: none. */
  readonly oldSize: number;
  /** That the journal extends that one. Undefined: it is made when it is needed. */
  readonly proof?: readonly Uint8Array[] | undefined;
};

/** What witnesses said of one checkpoint. */
export type Witnessed = {
  /** The checkpoint with the cosignatures of all witnesses that hold it now. */
  readonly stored: StoredCheckpoint;
  /** What those hold who do not hold it. */
  readonly against: readonly { readonly held: LogCheckpoint; readonly outcome: string }[];
};

const mostOffers = 256;

/**
 * Shows checkpoints to all witnesses, and collects their cosignatures. A witness that is away costs its cosignature and
 * nothing else: the next checkpoint brings it forward.
 */
export async function showWitnesses(
  deps: AskWitnessesDeps,
  checkpoints: readonly Shown[],
): Promise<readonly Witnessed[]> {
  // A witness keeps journals of one shard in one file.
  const ordered = [...checkpoints].sort((one, other) => shardOf(one) - shardOf(other));
  const witnessed: Witnessed[] = [];
  for (let at = 0; at < ordered.length; at += mostOffers) {
    const part = ordered.slice(at, at + mostOffers);
    const answers = await Promise.all(
      deps.witnesses.map((ask, place) => showOne({ ...deps, ask, place }, part)),
    );
    witnessed.push(
      ...part.map((shown, index) =>
        combined(
          shown,
          answers.map((all) => all[index]),
        ),
      ),
    );
  }
  return witnessed;
}

/** Whether a journal had come further at the first checkpoint than at the second. */
export function isFurther(one: LogCheckpoint, other: LogCheckpoint): boolean {
  return one.generation > other.generation || (one.generation === other.generation && one.size > other.size);
}

function shardOf({ checkpoint }: StoredCheckpoint): number {
  return shardOfLog(checkpoint.applicationId);
}

type OneWitness = AskWitnessesDeps & { readonly ask: AskWitness; readonly place: number };
/** What one witness holds. Undefined: it did not say. */
type Held = { readonly note: Note; readonly checkpoint: LogCheckpoint; readonly outcome: string } | undefined;

/** Shows again, with the right proof, what a witness that was away could not follow. */
async function showOne(deps: OneWitness, shown: readonly Shown[]): Promise<readonly Held[]> {
  const held = await offer(deps, shown);
  const behind = shown.flatMap((one, index) => {
    const holds = held[index]?.checkpoint;
    const isBehind =
      holds?.generation === one.checkpoint.generation &&
      holds.size < one.checkpoint.size &&
      holds.size !== one.oldSize;
    return isBehind ? [{ index, one: { ...one, oldSize: holds.size, proof: undefined } }] : [];
  });
  if (behind.length === 0) return held;
  const again = await offer(
    deps,
    behind.map(({ one }) => one),
  );
  const better = [...held];
  for (const [place, { index }] of behind.entries()) better[index] = again[place];
  return better;
}

async function offer(
  { logs, ask, place, onAway }: OneWitness,
  shown: readonly Shown[],
): Promise<readonly Held[]> {
  const offers = await Promise.all(shown.map((one) => offerOf(logs, one)));
  try {
    const answers = await ask(offers);
    return shown.map((one, index) => heldIn(answers[index], one.checkpoint.applicationId, one.publicKey));
  } catch (error) {
    onAway(place, error);
    return [];
  }
}

async function offerOf(
  logs: Pick<Logs, 'prove'>,
  { checkpoint, note, publicKey, oldSize, proof: known }: Shown,
): Promise<CheckpointOffer> {
  const { applicationId, size } = checkpoint;
  const isStep = oldSize >= 1 && oldSize < size;
  // A journal that can't prove it anymore has lost entries. The witness then goes on to hold what it holds.
  const proof = known ?? (isStep ? await logs.prove(applicationId, oldSize, size).catch(() => []) : []);
  const consistencyProof = proof.map((hash) => Buffer.from(hash));
  return { applicationId, note, publicKey: Buffer.from(publicKey), oldSize, consistencyProof };
}

/** What a witness holds, if the journal's key signed it. So no witness can invent what the journal has lost. */
function heldIn(
  answer: HeldCheckpoint | undefined,
  applicationId: string,
  publicKey: Uint8Array | undefined,
): Held {
  const note = readNote(answer?.note ?? '');
  const checkpoint = note && readLogCheckpoint(note.text);
  if (!answer || !note || checkpoint?.applicationId !== applicationId) return undefined;
  const isGenuine =
    checkpoint.generation === 0 || !publicKey || isSignedBy(note, logKeyOf(note.text, publicKey));
  return isGenuine ? { note, checkpoint, outcome: answer.outcome } : undefined;
}

function combined({ checkpoint, note, publicKey }: StoredCheckpoint, held: readonly Held[]): Witnessed {
  const own = readNote(note);
  if (!own) throw new Error('a checkpoint is not a note');
  const known = held.filter((one) => one !== undefined);
  const notes = known.map((one) => one.note).filter(({ text }) => text === own.text);
  return {
    stored: { checkpoint, note: withLinesOf(own, notes), publicKey },
    against: known
      .filter((one) => one.note.text !== own.text)
      .map((one) => ({ held: one.checkpoint, outcome: one.outcome })),
  };
}

/** Two lines of one key would be no note. The newer cosignature takes the place of the older one. */
function withLinesOf({ text, signatures }: Note, others: readonly Note[]): string {
  const lines = [...signatures, ...others.flatMap((other) => other.signatures)];
  const byKey = new Map(
    lines.map((line) => [`${line.name} ${Buffer.from(line.keyId).toString('hex')}`, line]),
  );
  return encodeNote({ text, signatures: [...byKey.values()] });
}

/**
 * The newest checkpoint of a journal that any witness holds, with the cosignatures of now of all that hold it or can be
 * brought to it. Undefined: none answered. `publicKey`: the application's, if it is known.
 */
export async function askWitnesses(
  deps: AskWitnessesDeps,
  applicationId: string,
  publicKey: Uint8Array | undefined,
): Promise<{ readonly checkpoint: LogCheckpoint; readonly note: string } | undefined> {
  const asked = deps.witnesses.map(async (ask, place) => {
    try {
      const [answer] = await ask([{ applicationId }]);
      return heldIn(answer, applicationId, publicKey);
    } catch (error) {
      deps.onAway(place, error);
      return undefined;
    }
  });
  const held = (await Promise.all(asked)).filter((answer) => answer !== undefined);
  const [newest] = held.toSorted((one, other) => (isFurther(one.checkpoint, other.checkpoint) ? -1 : 1));
  if (!newest) return undefined;
  const { checkpoint } = newest;
  const same = held.map(({ note }) => note).filter(({ text }) => text === newest.note.text);
  const note = withLinesOf(newest.note, same);
  if (same.length === held.length || !publicKey) return { checkpoint, note };
  const [witnessed] = await showWitnesses(deps, [{ checkpoint, note, publicKey, oldSize: 0 }]);
  return { checkpoint, note: witnessed?.stored.note ?? note };
}
