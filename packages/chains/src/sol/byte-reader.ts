import { invalidField } from '@wallet-service/errors';

/** Reads bytes from front to back. Every read past the end is refused. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  readonly #path: string;
  #at = 0;

  constructor(bytes: Uint8Array, path: string) {
    this.#bytes = bytes;
    this.#path = path;
  }

  get position(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(length: number): Uint8Array {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw invalidField(this.#path, 'the transaction ends too early');
    const taken = this.#bytes.slice(this.#at, end);
    this.#at = end;
    return taken;
  }

  u8(): number {
    return this.take(1)[0] ?? 0;
  }

  /** An unsigned number of `bytes` bytes. */
  littleEndian(bytes: number): bigint {
    return this.take(bytes).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
  }

  /** Solana's compact-u16: 7 bits a byte, at most 3 bytes, shortest form only. */
  compactU16(): number {
    let value = 0;
    for (let shift = 0; shift <= 14; shift += 7) {
      const byte = this.u8();
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if (value > 0xffff || (byte === 0 && shift > 0)) break;
      return value;
    }
    throw invalidField(this.#path, 'a length that is not in the shortest form or above 65535');
  }

  /** A list with its length in front. */
  list<T>(read: () => T): T[] {
    return Array.from({ length: this.compactU16() }, read);
  }
}

/** The compact-u16 of a count, 0 to 65535. */
export function encodeCompactU16(value: number): Uint8Array {
  if (value < 0x80) return Uint8Array.of(value);
  if (value < 0x4000) return Uint8Array.of((value & 0x7f) | 0x80, value >>> 7);
  return Uint8Array.of((value & 0x7f) | 0x80, ((value >>> 7) & 0x7f) | 0x80, value >>> 14);
}
