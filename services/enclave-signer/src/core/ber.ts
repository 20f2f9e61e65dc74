/** One element of BER (X.690), read to the leaves. */
export type BerElement = {
  /** The identifier octet: class, constructed bit and number. */
  readonly tag: number;
  /** The bytes of a primitive element. Empty for a constructed one. */
  readonly content: Uint8Array;
  /** The children of a constructed element. Empty for a primitive one. */
  readonly children: readonly BerElement[];
  /** The bytes of the whole element. */
  readonly encoding: Uint8Array;
};

export class MalformedBer extends Error {
  override readonly name = 'MalformedBer';
}

const maxDepth = 16;
const maxBytes = 64 * 1024;
const constructedBit = 0x20;
const longFormBit = 0x80;
const indefinite = 0x80;

type Cursor = { readonly bytes: Uint8Array; at: number };

/**
 * Reads exactly one element that fills `bytes` (64 KiB at most). Accepts the indefinite lengths of BER, which
 * key services write, and refuses what nobody needs to write: tags above 30, lengths with more bytes than
 * necessary, end-of-contents where nothing ends, nesting deeper than 16.
 */
export function readBer(bytes: Uint8Array): BerElement {
  if (bytes.length > maxBytes) throw new MalformedBer('too long');
  const cursor = { bytes, at: 0 };
  const element = readElement(cursor, bytes.length, 0);
  if (cursor.at !== bytes.length) throw new MalformedBer('bytes after the end');
  return element;
}

function readElement(cursor: Cursor, end: number, depth: number): BerElement {
  if (depth > maxDepth) throw new MalformedBer('nested too deep');
  const start = cursor.at;
  const tag = next(cursor, end);
  if (tag === 0 || (tag & 0x1f) === 0x1f) throw new MalformedBer('tag');
  const length = readLength(cursor, end);
  const isConstructed = (tag & constructedBit) !== 0;
  if (length === undefined && !isConstructed) throw new MalformedBer('length');
  const contentEnd = length === undefined ? undefined : cursor.at + length;
  if (contentEnd !== undefined && contentEnd > end) throw new MalformedBer('length');
  let content: Uint8Array = new Uint8Array(0);
  let children: BerElement[] = [];
  if (isConstructed) children = readChildren(cursor, contentEnd, end, depth);
  else {
    content = cursor.bytes.subarray(cursor.at, contentEnd);
    cursor.at += content.length;
  }
  return { tag, content, children, encoding: cursor.bytes.subarray(start, cursor.at) };
}

function readChildren(
  cursor: Cursor,
  contentEnd: number | undefined,
  end: number,
  depth: number,
): BerElement[] {
  const children: BerElement[] = [];
  while (!isOver(cursor, contentEnd, end)) children.push(readElement(cursor, contentEnd ?? end, depth + 1));
  return children;
}

/**
 * At the end of a definite length, or at the end-of-contents octets of an indefinite one, which are consumed.
 */
function isOver(cursor: Cursor, contentEnd: number | undefined, end: number): boolean {
  if (contentEnd !== undefined) return cursor.at === contentEnd;
  if (cursor.bytes[cursor.at] !== 0) return false;
  cursor.at += 1;
  if (next(cursor, end) !== 0) throw new MalformedBer('end of contents');
  return true;
}

/** In bytes; undefined = indefinite. */
function readLength(cursor: Cursor, end: number): number | undefined {
  const first = next(cursor, end);
  if (first < longFormBit) return first;
  if (first === indefinite) return undefined;
  const count = first & 0x7f;
  if (count > 3) throw new MalformedBer('length');
  let length = 0;
  for (let read = 0; read < count; read += 1) length = length * 256 + next(cursor, end);
  const shortest = length < longFormBit ? 0 : Math.ceil(Math.log2(length + 1) / 8);
  if (count !== shortest) throw new MalformedBer('length');
  return length;
}

function next(cursor: Cursor, end: number): number {
  const byte = cursor.bytes[cursor.at];
  if (byte === undefined || cursor.at >= end) throw new MalformedBer('ends early');
  cursor.at += 1;
  return byte;
}
