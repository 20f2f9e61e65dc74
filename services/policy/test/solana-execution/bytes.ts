/** Joined in order. */
export const bytesOf = (...parts: readonly Iterable<number>[]): Uint8Array =>
  Uint8Array.from(parts.flatMap((part) => [...part]));

const littleEndian = (value: bigint, length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, i) => Number((value >> BigInt(8 * i)) & 255n));
export const u32 = (value: bigint): Uint8Array => littleEndian(value, 4);
export const u64 = (value: bigint): Uint8Array => littleEndian(value, 8);

export const readU64 = (data: Uint8Array, at: number): bigint =>
  data.subarray(at, at + 8).reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
