/**
 * The part of CBOR (RFC 8949) that a Nitro device speaks: integers, byte and text strings, arrays, maps, null
 * and booleans, all of definite length. Other items are refused, and so is an integer beyond 2^53 - 1.
 */
export type Cbor = number | string | boolean | null | Uint8Array | readonly Cbor[] | CborMap;
export type CborMap = ReadonlyMap<number | string, Cbor>;

/** The bytes are not CBOR of this subset. The text names the place, never the content. */
export class MalformedCbor extends Error {
  override readonly name = 'MalformedCbor';
}

const major = { unsigned: 0, negative: 1, bytes: 2, text: 3, array: 4, map: 5, simple: 7 } as const;
const simple = { false: 20, true: 21, null: 22 } as const;
const maxDepth = 8;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Throws a RangeError for a number that is no integer from 0 to 2^53 - 1. */
export function encodeCbor(value: Cbor): Uint8Array {
  return new Uint8Array(Buffer.concat(partsOf(value)));
}

function partsOf(value: Cbor): Uint8Array[] {
  if (value === null) return [head(major.simple, simple.null)];
  if (typeof value === 'boolean') return [head(major.simple, value ? simple.true : simple.false)];
  if (typeof value === 'number') return [head(major.unsigned, value)];
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return [head(major.text, bytes.length), bytes];
  }
  if (value instanceof Uint8Array) return [head(major.bytes, value.length), value];
  if (isMap(value))
    return [head(major.map, value.size), ...[...value].flatMap((pair) => pair.flatMap(partsOf))];
  return [head(major.array, value.length), ...value.flatMap(partsOf)];
}

function isMap(value: readonly Cbor[] | CborMap): value is CborMap {
  return value instanceof Map;
}

/** The initial byte and its argument, in the shortest form. */
function head(type: number, argument: number): Uint8Array {
  if (!Number.isSafeInteger(argument) || argument < 0)
    throw new RangeError('not an integer from 0 to 2^53 - 1');
  const first = type << 5;
  if (argument < 24) return Uint8Array.of(first | argument);
  if (argument < 0x100) return Uint8Array.of(first | 24, argument);
  const bytes = Buffer.alloc(argument < 0x1_0000 ? 3 : argument < 0x1_0000_0000 ? 5 : 9);
  bytes[0] = first | { 3: 25, 5: 26, 9: 27 }[bytes.length as 3 | 5 | 9];
  if (bytes.length === 9) bytes.writeBigUInt64BE(BigInt(argument), 1);
  else bytes.writeUIntBE(argument, 1, bytes.length - 1);
  return bytes;
}

/** The single item in `bytes`. Throws MalformedCbor. */
export function decodeCbor(bytes: Uint8Array): Cbor {
  const reader = new Reader(bytes);
  const value = reader.item(0);
  if (!reader.isAtEnd) throw new MalformedCbor('bytes after the item');
  return value;
}

class Reader {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  item(depth: number): Cbor {
    if (depth > maxDepth) throw new MalformedCbor('too deep');
    const first = this.#take(1)[0] ?? 0;
    const argument = this.#argument(first & 0x1f);
    switch (first >> 5) {
      case major.unsigned:
        return argument;
      case major.negative:
        return -1 - argument;
      case major.bytes:
        return new Uint8Array(this.#take(argument));
      case major.text:
        return this.#text(argument);
      case major.array:
        return Array.from({ length: this.#count(argument) }, () => this.item(depth + 1));
      case major.map:
        return this.#map(argument, depth);
      case major.simple:
        return simpleValue(first & 0x1f);
      default:
        throw new MalformedCbor('a tag');
    }
  }

  #take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new MalformedCbor('too short');
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }

  #argument(info: number): number {
    if (info < 24) return info;
    if (info > 27) throw new MalformedCbor('an indefinite length');
    const value = this.#take(2 ** (info - 24)).reduce((sum, byte) => sum * 256 + byte, 0);
    if (!Number.isSafeInteger(value)) throw new MalformedCbor('an integer above 2^53 - 1');
    return value;
  }

  /**
   * An item has at least one byte. A count beyond the bytes is refused before anything is allocated for it.
   */
  #count(count: number): number {
    if (count > this.#bytes.length - this.#at) throw new MalformedCbor('too short');
    return count;
  }

  #text(length: number): string {
    try {
      return utf8.decode(this.#take(length));
    } catch (error) {
      if (error instanceof MalformedCbor) throw error;
      throw new MalformedCbor('text that is no UTF-8');
    }
  }

  #map(count: number, depth: number): CborMap {
    const map = new Map<number | string, Cbor>();
    for (let left = this.#count(count); left > 0; left -= 1) {
      const key = this.item(depth + 1);
      if (typeof key !== 'string' && typeof key !== 'number') throw new MalformedCbor('a key');
      if (map.has(key)) throw new MalformedCbor('a key twice');
      map.set(key, this.item(depth + 1));
    }
    return map;
  }
}

function simpleValue(info: number): Cbor {
  if (info === simple.null) return null;
  if (info === simple.true || info === simple.false) return info === simple.true;
  throw new MalformedCbor('a float or an unknown value');
}
