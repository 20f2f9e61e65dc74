/** Type of an element, and how JavaScript has it. */
type Elements = {
  readonly uuid: string;
  readonly text: string;
  readonly bytea: Uint8Array | null;
  readonly bigint: bigint | number;
  readonly boolean: boolean;
  readonly timestamptz: Date;
};

type Writer<Element> = {
  /** `pg_type.oid`, the same in every database. */
  readonly oid: number;
  readonly bytesOf: (element: Element) => number;
  readonly write: (element: Element, into: Buffer, at: number) => void;
};

const uuidForm = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Timestamps count microseconds from the beginning of 2000. */
const epochMs = Date.UTC(2000, 0);

const writers: { readonly [Type in keyof Elements]: Writer<NonNullable<Elements[Type]>> } = {
  uuid: {
    oid: 2950,
    bytesOf: () => 16,
    write: (uuid, into, at) => {
      if (!uuidForm.test(uuid)) throw new TypeError('an element is not a UUID');
      into.write(uuid.replaceAll('-', ''), at, 'hex');
    },
  },
  text: {
    oid: 25,
    bytesOf: (text) => Buffer.byteLength(text),
    write: (text, into, at) => {
      into.write(text, at);
    },
  },
  bytea: {
    oid: 17,
    bytesOf: (bytes) => bytes.length,
    write: (bytes, into, at) => {
      into.set(bytes, at);
    },
  },
  bigint: {
    oid: 20,
    bytesOf: () => 8,
    write: (value, into, at) => {
      into.writeBigInt64BE(BigInt(value), at);
    },
  },
  boolean: {
    oid: 16,
    bytesOf: () => 1,
    write: (value, into, at) => {
      into[at] = value ? 1 : 0;
    },
  },
  timestamptz: {
    oid: 1184,
    bytesOf: () => 8,
    write: (time, into, at) => {
      into.writeBigInt64BE(BigInt(time.getTime() - epochMs) * 1000n, at);
    },
  },
};

/**
 * A parameter that is an array, with `of` each of `rows`, in PostgreSQL's binary format (`array_recv`). The statement
 * MUST cast it: `$1::uuid[]`. `pg` writes arrays as text, with bytes in hexadecimal, which costs both sides more.
 * Throws a TypeError for what is not a UUID, and a RangeError for a number of more than 64 bits.
 */
export function arrayValue<Type extends keyof Elements, Row>(
  type: Type,
  rows: readonly Row[],
  of: (row: Row, index: number) => Elements[Type],
): Buffer {
  const { oid, bytesOf, write } = writers[type] as Writer<NonNullable<Elements[Type]>>;
  const elements = rows.map(of);
  const sizes = elements.map((element) => (element === null ? -1 : bytesOf(element)));
  // Dimensions, whether there are nulls, the type; then the length and the first index of the only dimension.
  const header =
    elements.length === 0 ? [0, 0, oid] : [1, sizes.includes(-1) ? 1 : 0, oid, elements.length, 1];
  const value = Buffer.allocUnsafe(
    sizes.reduce((sum, size) => sum + 4 + Math.max(size, 0), header.length * 4),
  );
  let at = 0;
  for (const field of header) at = value.writeInt32BE(field, at);
  for (const [index, element] of elements.entries()) {
    const size = sizes[index] ?? -1;
    at = value.writeInt32BE(size, at);
    if (element === null) continue;
    write(element, value, at);
    at += size;
  }
  return value;
}
