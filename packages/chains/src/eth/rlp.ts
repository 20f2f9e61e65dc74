import { concatBytes } from '@noble/hashes/utils.js';
import { numberToVarBytesBE } from '@noble/curves/utils.js';
import { invalidField } from '@wallet-service/errors';
import { concatAll } from '../concat-all.js';

/** Recursive Length Prefix (Yellow Paper, appendix B): a byte string or a list of items. */
export type RlpItem = Uint8Array | readonly RlpItem[];

/** No Ethereum structure nests deeper than an access list: transaction, list, entry, keys. */
const MAX_DEPTH = 8;

export function encodeRlp(item: RlpItem): Uint8Array {
  if (item instanceof Uint8Array) {
    const [first] = item;
    return item.length === 1 && first !== undefined && first < 0x80
      ? item
      : concatBytes(prefix(0x80, item.length), item);
  }
  const body = concatAll(item.map(encodeRlp));
  return concatBytes(prefix(0xc0, body.length), body);
}

/** A number in the form of RLP: big-endian without leading zeros, zero is empty. */
export function rlpNumber(value: bigint): Uint8Array {
  return value === 0n ? new Uint8Array() : numberToVarBytesBE(value);
}

function prefix(offset: number, length: number): Uint8Array {
  if (length <= 55) return Uint8Array.of(offset + length);
  const size = numberToVarBytesBE(length);
  return concatBytes(Uint8Array.of(offset + 55 + size.length), size);
}

/**
 * Accepts only what `encodeRlp` produces: the shortest form of each length, nothing missing and nothing after
 * the end.
 */
export function decodeRlp(bytes: Uint8Array, path: string): RlpItem {
  const { item, end } = readItem(bytes, 0, bytes.length, 0, path);
  if (end !== bytes.length) throw invalidField(path, 'bytes follow the end of the RLP item');
  return item;
}

type Read = { readonly item: RlpItem; readonly end: number };

function readItem(bytes: Uint8Array, at: number, limit: number, depth: number, path: string): Read {
  const first = bytes[at];
  if (first === undefined || at >= limit) throw invalidField(path, 'the RLP ends too early');
  if (depth > MAX_DEPTH) throw invalidField(path, 'the RLP nests too deep');
  if (first < 0x80) return { item: bytes.slice(at, at + 1), end: at + 1 };
  const isList = first >= 0xc0;
  const { start, end } = readExtent(bytes, at, first - (isList ? 0xc0 : 0x80), limit, path);
  if (isList) return readList(bytes, start, end, depth, path);
  const [value] = bytes.subarray(start, end);
  if (end - start === 1 && value !== undefined && value < 0x80) {
    throw invalidField(path, 'the RLP wraps a single byte that stands for itself');
  }
  return { item: bytes.slice(start, end), end };
}

function readList(bytes: Uint8Array, start: number, end: number, depth: number, path: string): Read {
  const items: RlpItem[] = [];
  for (let at = start; at < end;) {
    const read = readItem(bytes, at, end, depth + 1, path);
    items.push(read.item);
    at = read.end;
  }
  return { item: items, end };
}

function readExtent(bytes: Uint8Array, at: number, short: number, limit: number, path: string) {
  let start = at + 1;
  let length = short;
  if (short > 55) {
    const size = bytes.subarray(start, start + short - 55);
    start += short - 55;
    length = size.reduce((sum, byte) => sum * 256 + byte, 0);
    if (start > limit) throw invalidField(path, 'the RLP ends too early');
    if (size[0] === 0 || length <= 55)
      throw invalidField(path, 'the RLP has a length in a longer form than needed');
  }
  // Lengths beyond 2^53 lose precision here but stay far beyond any limit.
  if (start + length > limit) throw invalidField(path, 'the RLP ends too early');
  return { start, end: start + length };
}
