import { fromHex, utf8 } from '../core/encoding.js';
import type { JournalCheckpoint } from './journal-page.js';
import { bytesOfBase64, readNote, signatureOf } from './signed-note.js';
import { isEd25519Signature } from './web-crypto.js';

/** What a checkpoint of a journal states: C2SP tlog-checkpoint. */
export type NotedCheckpoint = {
  readonly applicationId: string;
  /** 1, or when an operator last accepted that the end was lost, in Unix seconds. */
  readonly generation: number;
  /** How many entries. */
  readonly size: number;
  readonly root: Uint8Array;
};

export type SignedNote = NotedCheckpoint & {
  /** Unix seconds, by the signer's clock. */
  readonly time: number;
};

const checkpointForm =
  /^wallet-service\/journal\/([A-Za-z0-9._-]{1,128})\/([1-9]\d{0,15})\n([1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n$/;

/**
 * The checkpoint of a note, or undefined unless its key signed it, once as the log's and once with a time, and the
 * answer says what the note says.
 */
export async function readSignedNote({
  note: given,
  public_key: key,
  ...said
}: JournalCheckpoint): Promise<SignedNote | undefined> {
  const publicKey = fromHex(key);
  const note = readNote(given);
  const checkpoint = note && readCheckpoint(note.text);
  if (!checkpoint) return undefined;
  const { text } = note;
  const [origin = ''] = text.split('\n', 1);
  const bySigner = await signatureOf(note, 'wallet-service/signer', 4, publicKey);
  const byLog = await signatureOf(note, origin, 1, publicKey);
  if (bySigner?.length !== 72 || !byLog) return undefined;
  const time = Number(new DataView(bySigner.buffer, bySigner.byteOffset).getBigUint64(0));
  const cosigned = utf8(`cosignature/v1\ntime ${time}\n${text}`);
  const isGenuine =
    checkpoint.size === said.size &&
    time === said.time &&
    (await isEd25519Signature(publicKey, utf8(text), byLog)) &&
    (await isEd25519Signature(publicKey, cosigned, bySigner.slice(8)));
  return isGenuine ? { ...checkpoint, time } : undefined;
}

function readCheckpoint(text: string): NotedCheckpoint | undefined {
  const [, applicationId = '', generation, size, encoded = ''] = checkpointForm.exec(text) ?? [];
  const numbers = [Number(generation), Number(size)];
  const root = bytesOfBase64(encoded);
  if (!numbers.every(Number.isSafeInteger) || root?.length !== 32) return undefined;
  return { applicationId, generation: Number(generation), size: Number(size), root };
}
