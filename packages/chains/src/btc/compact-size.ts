/** The variable-length integer of Bitcoin, shortest form. Messages and scripts here never reach 2^32 bytes. */
export function compactSize(value: number): Uint8Array {
  if (value < 0xfd) return Uint8Array.of(value);
  if (value <= 0xffff) return Uint8Array.of(0xfd, value & 0xff, value >>> 8);
  return Uint8Array.of(0xfe, value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

/** Value and width. Past the end everything is zero, which the caller detects by the position. */
export function readCompactSize(bytes: Uint8Array, at: number): [value: number, size: number] {
  const first = bytes[at] ?? 0;
  if (first < 0xfd) return [first, 1];
  const size = first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
  const value = bytes.subarray(at + 1, at + 1 + size).reduceRight((sum, byte) => sum * 256 + byte, 0);
  return [value, 1 + size];
}
