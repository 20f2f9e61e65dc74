import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** EIP-191 version 0x45 (`personal_sign`): Keccak-256 of 0x19, the words, the length in decimal and the message. */
export function personalMessageDigest(message: Uint8Array): Uint8Array {
  const prefix = utf8ToBytes(`\u0019Ethereum Signed Message:\n${message.length}`);
  return keccak_256(concatBytes(prefix, message));
}
