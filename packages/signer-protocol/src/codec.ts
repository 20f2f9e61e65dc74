/**
 * Protocol Buffers wire format (proto3), driven by tables: the part of it that signer.proto uses, read strictly.
 * Written by hand because the ordinary libraries compile code at run time, which the signer's process forbids.
 */
export type ScalarType = 'string' | 'bytes' | 'bool' | 'uint32' | 'uint64' | 'int64';

/** `repeated` is for strings, bytes and messages only. Packed numbers are not supported. */
export type Field = {
  readonly no: number;
  readonly type: ScalarType | MessageTable;
  readonly repeated?: true;
};
export type MessageTable = { readonly [name: string]: Field };

type Single<T> = T extends 'string'
  ? string
  : T extends 'bytes'
    ? Uint8Array
    : T extends 'bool'
      ? boolean
      : T extends 'uint32'
        ? number
        : T extends 'uint64' | 'int64'
          ? bigint
          : T extends MessageTable
            ? MessageOf<T>
            : never;

/** The TypeScript shape of a table. Absent scalars read as their zero value, absent messages as undefined. */
export type MessageOf<M extends MessageTable> = {
  [K in keyof M]: M[K]['repeated'] extends true
    ? Single<M[K]['type']>[]
    : M[K]['type'] extends MessageTable
      ? Single<M[K]['type']> | undefined
      : Single<M[K]['type']>;
};

/** The bytes are not a message of the expected kind. The text names the field, never its content. */
export class MalformedMessage extends Error {
  override readonly name = 'MalformedMessage';
}

const varintWire = 0;
const fixed64Wire = 1;
const lengthWire = 2;
const fixed32Wire = 5;
const maxDepth = 8;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

type Values = Readonly<Record<string, unknown>>;
/** The bytes of a message, and where the next one goes. */
type Output = { readonly bytes: Buffer; at: number };

/**
 * Writes a message. Fields at their zero value are left out, as proto3 requires. Numbers out of range throw a
 * RangeError. Its size is computed first, so that no other copy of a secret in it is made.
 */
export function encodeMessage<M extends MessageTable>(table: M, value: MessageOf<M>): Uint8Array {
  const bytes = new Uint8Array(sizeOfFields(table, value));
  writeFields(table, value, { bytes: Buffer.from(bytes.buffer), at: 0 });
  return bytes;
}

function sizeOfFields(table: MessageTable, value: Values): number {
  let size = 0;
  forEachItem(table, value, (field, item) => (size += sizeOfItem(field, item)));
  return size;
}

function writeFields(table: MessageTable, value: Values, out: Output): void {
  forEachItem(table, value, (field, item) => {
    writeItem(field, item, out);
  });
}

function forEachItem(table: MessageTable, value: Values, visit: (field: Field, item: unknown) => void): void {
  for (const [name, field] of Object.entries(table)) {
    const given = value[name];
    // An absent scalar reads as its zero value.
    if (given === undefined) continue;
    if (field.repeated) for (const item of given as unknown[]) visit(field, item);
    else visit(field, given);
  }
}

function sizeOfItem({ no, type, repeated }: Field, item: unknown): number {
  const tag = sizeOfVarint(no * 8);
  if (isNumber(type)) {
    const number = BigInt(item as boolean | number | bigint);
    assertRange(type, number);
    return number === 0n ? 0 : tag + sizeOfVarint(BigInt.asUintN(64, number));
  }
  const size = sizeOfContent(type, item);
  return isLeftOut(size, type, repeated) ? 0 : tag + sizeOfVarint(size) + size;
}

function writeItem({ no, type, repeated }: Field, item: unknown, out: Output): void {
  if (isNumber(type)) {
    const number = BigInt.asUintN(64, BigInt(item as boolean | number | bigint));
    if (number === 0n) return;
    writeVarint(no * 8 + varintWire, out);
    writeVarint(number, out);
    return;
  }
  const size = sizeOfContent(type, item);
  if (isLeftOut(size, type, repeated)) return;
  writeVarint(no * 8 + lengthWire, out);
  writeVarint(size, out);
  if (typeof type !== 'string') writeFields(type, item as Values, out);
  else if (type === 'string') out.at += out.bytes.write(item as string, out.at);
  else {
    out.bytes.set(item as Uint8Array, out.at);
    out.at += size;
  }
}

type NumberType = Exclude<ScalarType, 'string' | 'bytes'>;

function isNumber(type: ScalarType | MessageTable): type is NumberType {
  return typeof type === 'string' && type !== 'string' && type !== 'bytes';
}

function sizeOfContent(type: 'string' | 'bytes' | MessageTable, item: unknown): number {
  if (typeof type !== 'string') return sizeOfFields(type, item as Values);
  return type === 'string' ? Buffer.byteLength(item as string) : (item as Uint8Array).length;
}

function isLeftOut(size: number, type: 'string' | 'bytes' | MessageTable, repeated?: true): boolean {
  return size === 0 && typeof type === 'string' && repeated === undefined;
}

function assertRange(type: NumberType, number: bigint): void {
  const fits =
    type === 'int64'
      ? BigInt.asIntN(64, number) === number
      : BigInt.asUintN(type === 'uint32' ? 32 : 64, number) === number;
  if (!fits) throw new RangeError(`the number does not fit in ${type}`);
}

function sizeOfVarint(value: number | bigint): number {
  let size = 1;
  for (let rest = value; rest > 0x7f; rest = withoutLastSeven(rest)) size += 1;
  return size;
}

function writeVarint(value: number | bigint, out: Output): void {
  let rest = value;
  for (; rest > 0x7f; rest = withoutLastSeven(rest)) out.bytes[out.at++] = lastSeven(rest) | 0x80;
  out.bytes[out.at++] = Number(rest);
}

/** Tags and lengths are numbers below 2^32: no bigint arithmetic for them. */
function withoutLastSeven(value: number | bigint): number | bigint {
  return typeof value === 'bigint' ? value >> 7n : value >>> 7;
}

function lastSeven(value: number | bigint): number {
  return typeof value === 'bigint' ? Number(value & 0x7fn) : value & 0x7f;
}

/**
 * Reads a message. Unknown fields are skipped, so that a newer caller can use an older signer. Anything that
 * a correct writer would not produce (a duplicate singular field, a wrong wire type, a truncated field,
 * invalid UTF-8, a number too big) throws MalformedMessage.
 */
export function decodeMessage<M extends MessageTable>(table: M, bytes: Uint8Array): MessageOf<M> {
  return readFields(table, bytes, 0) as MessageOf<M>;
}

function readFields(table: MessageTable, bytes: Uint8Array, depth: number): Record<string, unknown> {
  if (depth > maxDepth) throw new MalformedMessage('messages are nested too deep');
  const value: Record<string, unknown> = {};
  const fields = Object.entries(table);
  for (const [name, field] of fields) value[name] = field.repeated ? [] : zeroOf(field.type);
  const seen = new Set<string>();
  const reader = new Reader(bytes);
  while (!reader.atEnd()) {
    const tag = reader.tag();
    const entry = fields.find(([, field]) => field.no === tag.no);
    if (entry === undefined) {
      reader.skip(tag.wire);
      continue;
    }
    const [name, field] = entry;
    const item = readField(name, field, tag.wire, reader, depth);
    if (field.repeated) (value[name] as unknown[]).push(item);
    else {
      if (seen.has(name)) throw new MalformedMessage(`${name}: given twice`);
      seen.add(name);
      value[name] = item;
    }
  }
  return value;
}

function zeroOf(type: ScalarType | MessageTable): unknown {
  if (typeof type !== 'string') return undefined;
  if (type === 'string') return '';
  if (type === 'bytes') return new Uint8Array(0);
  if (type === 'bool') return false;
  return type === 'uint32' ? 0 : 0n;
}

function readField(name: string, { type }: Field, wire: number, reader: Reader, depth: number): unknown {
  const wanted = isNumber(type) ? varintWire : lengthWire;
  if (wire !== wanted) throw new MalformedMessage(`${name}: wrong wire type`);
  if (isNumber(type)) return readNumber(name, type, reader.varint());
  const bytes = reader.lengthPrefixed();
  if (typeof type !== 'string') return readFields(type, bytes, depth + 1);
  // A copy: the caller's buffer may be reused or hold other requests.
  if (type === 'bytes') return new Uint8Array(bytes);
  try {
    return utf8.decode(bytes);
  } catch {
    throw new MalformedMessage(`${name}: not UTF-8`);
  }
}

function readNumber(name: string, type: NumberType, raw: bigint): unknown {
  if (type === 'uint64') return raw;
  if (type === 'int64') return BigInt.asIntN(64, raw);
  if (raw > (type === 'bool' ? 1n : 0xffffffffn)) throw new MalformedMessage(`${name}: number too big`);
  return type === 'bool' ? raw === 1n : Number(raw);
}

class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  atEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  tag(): { no: number; wire: number } {
    const tag = this.varint();
    const no = Number(tag >> 3n);
    if (no < 1 || no > 0x1fffffff) throw new MalformedMessage('field number out of range');
    return { no, wire: Number(tag & 7n) };
  }

  varint(): bigint {
    // Most varints are one byte: no bigint arithmetic for them.
    const first = this.#byte();
    if (first < 0x80) return BigInt(first);
    let value = BigInt(first & 0x7f);
    for (let shift = 7n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) {
        if (value > 0xffffffffffffffffn) break;
        return value;
      }
    }
    throw new MalformedMessage('varint too long');
  }

  lengthPrefixed(): Uint8Array {
    const length = this.varint();
    if (length > BigInt(this.#bytes.length - this.#at)) throw new MalformedMessage('truncated');
    return this.#take(Number(length));
  }

  skip(wire: number): void {
    if (wire === varintWire) this.varint();
    else if (wire === lengthWire) this.lengthPrefixed();
    else if (wire === fixed64Wire) this.#take(8);
    else if (wire === fixed32Wire) this.#take(4);
    else throw new MalformedMessage('unsupported wire type');
  }

  #byte(): number {
    const byte = this.#bytes[this.#at];
    if (byte === undefined) throw new MalformedMessage('truncated');
    this.#at += 1;
    return byte;
  }

  #take(length: number): Uint8Array {
    if (this.#at + length > this.#bytes.length) throw new MalformedMessage('truncated');
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}
