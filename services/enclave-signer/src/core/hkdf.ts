import { createHmac } from 'node:crypto';
import { wipe } from './wipe.js';

/**
 * HKDF-SHA256 (RFC 5869) over the concatenation of `material`. Built from HMAC, because node's own hkdfSync
 * keeps a copy of the material until garbage collection (measured: one per call). Here the material is HMAC's
 * message and leaves none. `length`: at most 255 × 32.
 */
export function hkdf(
  material: readonly Uint8Array[],
  salt: Uint8Array,
  info: string | Uint8Array,
  length: number,
): Uint8Array {
  const extract = createHmac('sha256', salt);
  for (const part of material) extract.update(part);
  const pseudorandomKey = extract.digest();
  const output = new Uint8Array(length);
  let block: Uint8Array = new Uint8Array(0);
  for (let at = 0, counter = 1; at < length; at += 32, counter += 1) {
    const next = createHmac('sha256', pseudorandomKey)
      .update(block)
      .update(info)
      .update(Uint8Array.of(counter))
      .digest();
    wipe(block);
    block = next;
    output.set(block.subarray(0, length - at), at);
  }
  wipe(pseudorandomKey, block);
  return output;
}
