import { decodeBase64 } from './base64.js';

/** A line below a note. */
export type NoteSignature = {
  /** The key's name. Not empty, without white space and `+`. */
  readonly name: string;
  /** 4 bytes. */
  readonly keyId: Uint8Array;
  /** In the form of the key's algorithm. */
  readonly signature: Uint8Array;
};

/** A text and its signatures: C2SP signed-note. */
export type Note = {
  /** Ends with a line break, as signed. */
  readonly text: string;
  readonly signatures: readonly NoteSignature[];
};

/** As many as other readers of notes take. */
const maxSignatures = 100;
const maxNoteLength = 65_536;

/** The note as text. Throws a RangeError for what `readNote` would refuse. */
export function encodeNote({ text, signatures }: Note): string {
  const lines = signatures.map(({ name, keyId, signature }) => {
    return `— ${name} ${Buffer.concat([keyId, signature]).toString('base64')}\n`;
  });
  const note = `${text}\n${lines.join('')}`;
  const read = readNote(note);
  if (read?.text !== text || read.signatures.length !== signatures.length) throw new RangeError('not a note');
  return note;
}

/**
 * The text and the signature lines, none of them verified. Undefined for what is not a note: control characters, no
 * signature, a line in another form, two lines of one key, more than 65,536 characters or 100 signatures.
 */
export function readNote(note: string): Note | undefined {
  if (note.length > maxNoteLength || /[\p{Cs}\u0000-\u0009\u000b-\u001f]/u.test(note)) return undefined;
  const end = note.lastIndexOf('\n\n');
  if (end < 0 || !note.endsWith('\n')) return undefined;
  const lines = note.slice(end + 2, -1).split('\n');
  const signatures = lines.map(readSignatureLine).filter((line) => line !== undefined);
  if (signatures.length !== lines.length || lines.length > maxSignatures) return undefined;
  const keys = new Set(signatures.map(({ name, keyId }) => `${name} ${Buffer.from(keyId).toString('hex')}`));
  return keys.size === lines.length ? { text: note.slice(0, end + 1), signatures } : undefined;
}

/** Whether a key may have that name: `+` separates the parts of a key's text form, a space those of a line. */
export function isKeyName(name: string): boolean {
  return name !== '' && !/[\p{Cs}\s\u0000-\u001f\u0085+]/u.test(name);
}

function readSignatureLine(line: string): NoteSignature | undefined {
  const [dash, name = '', encoded = '', ...more] = line.split(' ');
  const bytes = decodeBase64(encoded);
  if (dash !== '—' || more.length > 0 || !isKeyName(name) || !bytes || bytes.length <= 4) return undefined;
  return { name, keyId: bytes.subarray(0, 4), signature: bytes.subarray(4) };
}
