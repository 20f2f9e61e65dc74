import {
  logKeyOf,
  readLogCheckpoint,
  signerKeyOf,
  type LogCheckpoint,
} from '@wallet-service/signer-protocol';
import {
  cosignedAt,
  isSignedBy,
  readNote,
  type CosignerKey,
  type Note,
} from '@wallet-service/transparency-log';

/** A checkpoint of an application's log as it is stored and answered. Nothing of it is proven yet. */
export type StoredNote = {
  /** C2SP signed-note. */
  readonly note: string;
  /** The application's checkpoint key, which only signers can derive: Ed25519, 32 bytes. */
  readonly publicKey: Uint8Array;
  /** What its source says of the note, by which others look for it. Undefined: nothing. */
  readonly said?: Pick<SignedCheckpoint, 'generation' | 'size' | 'time'>;
};

/** A checkpoint that the key signed, and a signer with the time. Only somebody who knows the key knows whose it is. */
export type SignedCheckpoint = LogCheckpoint & {
  /** Unix seconds, by the signer's clock. */
  readonly time: number;
  readonly publicKey: Uint8Array;
  readonly note: Note;
};

/**
 * The checkpoint of a note. Undefined if it is of another application, or is not what is said of it, or the key did not
 * sign it.
 */
export function readSignedCheckpoint(
  applicationId: string,
  { note: text, publicKey, said }: StoredNote,
): SignedCheckpoint | undefined {
  const note = readNote(text);
  const checkpoint = note && readLogCheckpoint(note.text);
  if (checkpoint?.applicationId !== applicationId || publicKey.length !== 32) return undefined;
  if (!note || !isSignedBy(note, logKeyOf(note.text, publicKey))) return undefined;
  const time = cosignedAt(note, signerKeyOf(publicKey));
  if (time === undefined) return undefined;
  const { generation, size } = checkpoint;
  const isAsSaid = !said || (said.generation === generation && said.size === size && said.time === time);
  return isAsSaid ? { ...checkpoint, time, publicKey, note } : undefined;
}

/** The witnesses of `keys` that cosigned it. */
export function cosignersOf(
  { note }: SignedCheckpoint,
  keys: readonly CosignerKey[],
): readonly CosignerKey[] {
  return keys.filter((key) => cosignedAt(note, key) !== undefined);
}
