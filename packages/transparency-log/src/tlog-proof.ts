import { decodeBase64 } from './base64.js';
import { readNote } from './note.js';
import { checkSize } from './tree-hash.js';

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

/** Proofs under one note, as text. Throws a RangeError for what `readTlogProof` would refuse. */
export function encodeTlogProofs(
  note: string,
  proofs: readonly Omit<TlogProof, 'note'>[],
): readonly string[] {
  if (!readNote(note)) throw new RangeError('not a note');
  return proofs.map(({ index, hashes }) => {
    checkSize(index);
    if (hashes.some(({ length }) => length !== 32)) throw new RangeError('a hash has 32 bytes');
    const encoded = hashes.map((hash) => `${Buffer.from(hash).toString('base64')}\n`);
    return `${header}\nindex ${index}\n${encoded.join('')}\n${note}`;
  });
}

/** The inverse of `encodeTlogProofs` for one proof. Undefined for every other text. Nothing in it is verified. */
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
