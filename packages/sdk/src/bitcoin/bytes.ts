/** Reads Bitcoin's encodings, in which numbers are little-endian. Throws a RangeError behind the end. */
export type ByteReader = ReturnType<typeof byteReader>;

export function byteReader(bytes: Uint8Array) {
  let at = 0;
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new RangeError('the bytes end too soon');
    at += length;
    return bytes.slice(at - length, at);
  };
  /** At most 6 bytes. */
  const number = (length: number): number => take(length).reduceRight((sum, byte) => sum * 256 + byte, 0);
  /** The variable-length integer of transactions and of PSBTs. Only its shortest form. */
  const compactSize = (): number => {
    const first = number(1);
    if (first < 0xfd) return first;
    if (first === 0xff) throw new RangeError('a length of more than 4 GB');
    const value = number(first === 0xfd ? 2 : 4);
    if (value < (first === 0xfd ? 0xfd : 0x1_0000))
      throw new RangeError('a length in more bytes than it needs');
    return value;
  };
  return {
    take,
    number,
    compactSize,
    text: () => take(compactSize()),
    list: <Item>(read: () => Item): Item[] => {
      const items: Item[] = [];
      for (let left = compactSize(); left > 0; left -= 1) items.push(read());
      return items;
    },
    peek: (ahead: number) => bytes[at + ahead],
    isAtEnd: () => at === bytes.length,
  };
}

export function littleEndian(value: number, length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, index) => Math.floor(value / 256 ** index) % 256);
}

/** Behind its length. */
export function sized(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return joined(compactSize(bytes.length), bytes);
}

export function compactSize(value: number): Uint8Array<ArrayBuffer> {
  if (value < 0xfd) return Uint8Array.of(value);
  return value <= 0xffff
    ? joined(Uint8Array.of(0xfd), littleEndian(value, 2))
    : joined(Uint8Array.of(0xfe), littleEndian(value, 4));
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** SHA-256 twice. */
export async function hash256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  const once = await crypto.subtle.digest('SHA-256', bytes);
  return new Uint8Array(await crypto.subtle.digest('SHA-256', once));
}
