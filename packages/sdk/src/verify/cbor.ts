import { textOf } from './canonical.js';
import { ProofRefused } from './proof-refused.js';

export type CborValue = number | string | Uint8Array | null | readonly CborValue[] | CborMap;
export type CborMap = ReadonlyMap<number | string, CborValue>;

const maxDepth = 4;
/** By the size of an argument, 1, 2, 4 and 8 bytes: what is smaller has a shorter form. */
const least = [24, 0x100, 0x10000, 0x100000000];

/**
 * Reads the part of CBOR (RFC 8949) that the Nitro module writes: integers up to 2^53 - 1, byte strings, text, arrays,
 * maps and null. Lengths are definite, and everything has its shortest form (section 4.2.1), except that keys may have
 * any order. Throws ProofRefused for everything else, for duplicate keys, and for bytes after the end.
 */
export function decodeCbor(bytes: Uint8Array): CborValue {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;

  function take(length: number): Uint8Array {
    if (length > bytes.length - at) throw malformed();
    at += length;
    return bytes.slice(at - length, at);
  }

  function argument(short: number): number {
    if (short < 24) return short;
    const size = 2 ** (short - 24);
    const smallest = least[short - 24];
    if (smallest === undefined) throw malformed();
    take(size);
    const value = size === 8 ? Number(view.getBigUint64(at - 8)) : bigEndian(bytes.subarray(at - size, at));
    if (value < smallest || !Number.isSafeInteger(value)) throw malformed();
    return value;
  }

  function map(entries: number, depth: number): CborMap {
    const found = new Map<number | string, CborValue>();
    for (let count = 0; count < entries; count += 1) {
      const key = item(depth);
      if ((typeof key !== 'number' && typeof key !== 'string') || found.has(key)) throw malformed();
      found.set(key, item(depth));
    }
    return found;
  }

  function array(items: number, depth: number): readonly CborValue[] {
    const found: CborValue[] = [];
    for (let count = 0; count < items; count += 1) found.push(item(depth));
    return found;
  }

  function item(depth: number): CborValue {
    if (depth === 0) throw malformed();
    const [initial = 0] = take(1);
    const [kind, short] = [initial >> 5, initial & 31];
    if (kind === 7 && short === 22) return null;
    if (kind > 5) throw malformed();
    const value = argument(short);
    if (kind === 0) return value;
    if (kind === 1) return -1 - value;
    if (kind === 2) return take(value);
    if (kind === 3) return wellFormed(textOf(take(value)));
    return kind === 4 ? array(value, depth - 1) : map(value, depth - 1);
  }

  const found = item(maxDepth);
  if (at !== bytes.length) throw malformed();
  return found;
}

/** A byte string as CBOR, of less than 65,536 bytes. */
export function cborBytes(bytes: Uint8Array): number[] {
  const { length } = bytes;
  if (length < 24) return [0x40 + length, ...bytes];
  if (length < 256) return [0x58, length, ...bytes];
  return [0x59, length >> 8, length & 255, ...bytes];
}

function bigEndian(bytes: Uint8Array): number {
  return bytes.reduce((value, byte) => value * 256 + byte, 0);
}

function wellFormed(text: string | undefined): string {
  if (text === undefined) throw malformed();
  return text;
}

function malformed(): ProofRefused {
  return new ProofRefused('malformed', 'CBOR');
}
