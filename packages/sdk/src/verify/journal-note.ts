import { fromBase64, fromHex, sameBytes, utf8 } from '../core/encoding.js';
import type { JournalCheckpoint } from './journal-page.js';
import { isEd25519Signature, sha256 } from './web-crypto.js';

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

type Line = { readonly name: string; readonly keyId: Uint8Array; readonly signature: Uint8Array };

const checkpointForm =
  /^wallet-service\/journal\/([A-Za-z0-9._-]{1,128})\/([1-9]\d{0,15})\n([1-9]\d{0,15})\n([A-Za-z0-9+/]{43}=)\n$/;
const lineForm = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;

/**
 * The checkpoint of a note, or undefined unless its key signed it, once as the log's and once with a time, and the
 * answer says what the note says.
 */
export async function readSignedNote({
  note,
  public_key: key,
  ...said
}: JournalCheckpoint): Promise<SignedNote | undefined> {
  const publicKey = fromHex(key);
  const end = note.lastIndexOf('\n\n');
  const text = note.slice(0, end + 1);
  const checkpoint = readCheckpoint(text);
  if (!checkpoint || !note.endsWith('\n')) return undefined;
  const lines = note
    .slice(end + 2, -1)
    .split('\n')
    .map(readLine);
  const [origin = ''] = text.split('\n', 1);
  const bySigner = await signatureOf(lines, 'wallet-service/signer', 4, publicKey);
  const byLog = await signatureOf(lines, origin, 1, publicKey);
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
  const root = bytesOf(encoded);
  if (!numbers.every(Number.isSafeInteger) || root?.length !== 32) return undefined;
  return { applicationId, generation: Number(generation), size: Number(size), root };
}

function readLine(text: string): Line | undefined {
  const [, name = '', encoded = ''] = lineForm.exec(text) ?? [];
  const bytes = bytesOf(encoded);
  return bytes && bytes.length > 4
    ? { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) }
    : undefined;
}

/** The signature under that name and type (C2SP signed-note). Undefined if there is none, or a line is none. */
async function signatureOf(
  lines: readonly (Line | undefined)[],
  name: string,
  type: number,
  publicKey: Uint8Array,
): Promise<Uint8Array | undefined> {
  if (lines.includes(undefined)) return undefined;
  const hashed = await sha256(Uint8Array.of(...utf8(name), 0x0a, type, ...publicKey));
  const keyId = hashed.slice(0, 4);
  return lines.find((line) => line?.name === name && sameBytes(line.keyId, keyId))?.signature;
}

function bytesOf(encoded: string): Uint8Array | undefined {
  try {
    return fromBase64(encoded);
  } catch {
    return undefined;
  }
}
