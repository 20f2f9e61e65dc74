import { fromBase64, sameBytes, toBase64, utf8 } from '../core/encoding.js';
import { sha256 } from './web-crypto.js';

/** C2SP signed-note. Nothing in it is verified. */
export type SignedText = {
  /** With its last line break. */
  readonly text: string;
  readonly lines: readonly SignatureLine[];
};

type SignatureLine = { readonly name: string; readonly keyId: Uint8Array; readonly signature: Uint8Array };

const lineForm = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/;

/** The text of a note, and its signatures. Undefined for everything else. */
export function readNote(note: string): SignedText | undefined {
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return undefined;
  const lines = note
    .slice(end + 2, -1)
    .split('\n')
    .map(readLine);
  const read = lines.flatMap((line) => line ?? []);
  return read.length === lines.length ? { text: note.slice(0, end + 1), lines: read } : undefined;
}

function readLine(text: string): SignatureLine | undefined {
  const [, name = '', encoded = ''] = lineForm.exec(text) ?? [];
  const bytes = bytesOfBase64(encoded);
  return bytes && bytes.length > 4
    ? { name, keyId: bytes.slice(0, 4), signature: bytes.slice(4) }
    : undefined;
}

/** The signature of that key under that name, with the type of its signatures. Undefined if there is none. */
export async function signatureOf(
  { lines }: SignedText,
  name: string,
  type: number,
  publicKey: Uint8Array,
): Promise<Uint8Array | undefined> {
  const hashed = await sha256(Uint8Array.of(...utf8(name), 0x0a, type, ...publicKey));
  const keyId = hashed.slice(0, 4);
  return lines.find((line) => line.name === name && sameBytes(line.keyId, keyId))?.signature;
}

/** The bytes of standard base64 with padding. Undefined unless it is their one encoding. */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  try {
    const bytes = fromBase64(text);
    return toBase64(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
}
