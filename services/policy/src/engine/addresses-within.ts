import { randomInt } from 'node:crypto';

const addressBytes = 20;

// The hash of 20 bytes is a polynomial in a factor that nobody can know, so nobody can make hashes collide.
// That would cost time and change no answer.
const factor = randomInt(2 ** 29) * 8 + 5;
const factorOut = Array.from({ length: addressBytes }).reduce<number>((power) => Math.imul(power, factor), 1);
const hashOf = (bytes: Uint8Array): number =>
  bytes.reduce((hash, byte) => (Math.imul(hash, factor) + byte + 1) | 0, 0);

/**
 * Whether an address lies anywhere within one of these. All of the bytes are read once, for however many
 * addresses.
 */
export function addressesWithin(parts: readonly Uint8Array[]): (address: Uint8Array) => boolean {
  const all = Buffer.concat(parts);
  /** By hash, where such bytes are first. */
  const starts = new Map<number, number>();
  let begin = 0;
  for (const { length } of parts) {
    const end = begin + length;
    let hash = hashOf(all.subarray(begin, begin + addressBytes));
    for (let start = begin; start + addressBytes <= end; start += 1) {
      if (!starts.has(hash)) starts.set(hash, start);
      const [gone = 0, added = 0] = [all[start], all[start + addressBytes]];
      hash = (Math.imul(hash, factor) + added + 1 - Math.imul(gone + 1, factorOut)) | 0;
    }
    begin = end;
  }
  return (address) => {
    const start = starts.get(hashOf(address));
    if (start === undefined) return false;
    const isThere = all.compare(address, 0, address.length, start, start + addressBytes) === 0;
    return isThere || parts.some((part) => Buffer.from(part).includes(Buffer.from(address)));
  };
}
