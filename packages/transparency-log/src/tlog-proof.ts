import { decodeBase64 } from './base64.js';
import { readNote } from './note.js';

/** That an entry is in the tree of a checkpoint, in the words of C2SP tlog-proof. Without extra data. */
export type TlogProof = {
  /** Of the leaf, from 0. */
  readonly index: number;
  /** RFC 6962 section 2.1.1, 32 bytes each. */
  readonly hashes: readonly Uint8Array[];
  /** The signed checkpoint as text. */
  readonly note: string;
};

const header = 'c2sp.org/tlog-proof@v1';

/** The proof as text. Throws a RangeError for what `readTlogProof` would refuse. */
export function encodeTlogProof({ index, hashes, note }: TlogProof): string {
  const encoded = hashes.map((hash) => `${Buffer.from(hash).toString('base64')}\n`);
  const text = `${header}\nindex ${index}\n${encoded.join('')}\n${note}`;
  if (!readTlogProof(text))
    throw new RangeError('a proof has an index, hashes of 32 bytes and a signed note');
  return text;
}

/** The inverse of `encodeTlogProof`. Undefined for every other text. Nothing in it is verified. */
export function readTlogProof(text: string): TlogProof | undefined {
  const end = text.indexOf('\n\n');
  const [first, second = '', ...lines] = text.slice(0, Math.max(end, 0)).split('\n');
  const index = Number(/^index (0|[1-9]\d{0,15})$/.exec(second)?.[1] ?? Number.NaN);
  if (first !== header || !Number.isSafeInteger(index)) return undefined;
  const hashes = lines.flatMap((line) => decodeBase64(line) ?? []);
  if (hashes.length !== lines.length || hashes.some(({ length }) => length !== 32)) return undefined;
  const note = text.slice(end + 2);
  return readNote(note) ? { index, hashes, note } : undefined;
}
