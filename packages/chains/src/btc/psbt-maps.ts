const MAGIC_BYTES = 5;

/**
 * How many key-value maps (BIP-174) follow the magic. Undefined when they don't end exactly with the bytes, or when there are more than
 * `limit`. Parsers pass over maps beyond the last output, so the caller compares this with what it read.
 */
export function countMaps(psbt: Uint8Array, limit: number): number | undefined {
  let maps = 0;
  let at = MAGIC_BYTES;
  const skip = (): number | undefined => {
    const [length, size] = readCompactSize(psbt, at);
    at += size + length;
    return at <= psbt.length ? length : undefined;
  };
  while (at < psbt.length && maps <= limit) {
    const key = skip();
    if (key === undefined) return undefined;
    if (key === 0) maps += 1;
    // A key is followed by its value.
    else if (skip() === undefined) return undefined;
  }
  return at === psbt.length && psbt[at - 1] === 0 ? maps : undefined;
}

/** Value and width. Past the end everything is zero, which the caller finds by the position. */
function readCompactSize(bytes: Uint8Array, at: number): [value: number, size: number] {
  const first = bytes[at] ?? 0;
  if (first < 0xfd) return [first, 1];
  const size = first === 0xfd ? 2 : first === 0xfe ? 4 : 8;
  const value = bytes.subarray(at + 1, at + 1 + size).reduceRight((sum, byte) => sum * 256 + byte, 0);
  return [value, 1 + size];
}
