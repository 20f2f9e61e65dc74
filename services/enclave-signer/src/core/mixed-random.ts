import { createHmac, createSecretKey } from 'node:crypto';
import { wipe } from './wipe.js';

const blockBytes = 32;

/**
 * Mixes a second source of randomness into the first: each byte is the system's, XOR a stream of HMAC-SHA256
 * under `seed` over a counter. Knowing one of the two reveals nothing about the result. `seed`: 32
 * unpredictable bytes or more, wiped here.
 */
export function mixedRandom(
  system: (length: number) => Uint8Array,
  seed: Uint8Array,
): (length: number) => Uint8Array {
  const key = createSecretKey(seed);
  wipe(seed);
  let counter = 0n;
  return (length) => {
    const bytes = system(length);
    for (let at = 0; at < length; at += blockBytes) {
      const label = Buffer.alloc(8);
      label.writeBigUInt64BE((counter += 1n));
      const block = createHmac('sha256', key).update(label).digest();
      for (let index = 0; index < blockBytes && at + index < length; index += 1)
        bytes[at + index] = (bytes[at + index] ?? 0) ^ (block[index] ?? 0);
      wipe(block);
    }
    return bytes;
  };
}
