const alphabet = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';

/** The output script of a P2WPKH address (BIP-173), whose checksum is not looked at. Undefined for other addresses. */
export function p2wpkhScript(address: string): Uint8Array | undefined {
  const words = Array.from(address.slice(address.lastIndexOf('1') + 1), (digit) => alphabet.indexOf(digit));
  // Version 0, the 32 words of 20 bytes, and the 6 of the checksum.
  if (words.length !== 39 || words.some((word) => word < 0) || words[0] !== 0) return undefined;
  const hash = words.slice(1, 33).reduce((sum, word) => (sum << 5n) | BigInt(word), 0n);
  const bytes = Array.from({ length: 20 }, (_, index) => Number((hash >> BigInt(8 * (19 - index))) & 255n));
  return Uint8Array.of(0x00, 0x14, ...bytes);
}
