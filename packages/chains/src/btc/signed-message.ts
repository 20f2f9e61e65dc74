import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { compactSize } from './compact-size.js';

const PREFIX = utf8ToBytes('\u0018Bitcoin Signed Message:\n');

/** BIP-137: double SHA-256 of 0x18, the words, the length as compact size and the message. */
export function signedMessageDigest(message: Uint8Array): Uint8Array {
  return sha256(sha256(concatBytes(PREFIX, compactSize(message.length), message)));
}

/** BIP-137: header byte, r and s. 39 to 42 means the compressed key of a P2WPKH address. */
export function signedMessageBytes(signature: Uint8Array, recoveryId: number): Uint8Array {
  return concatBytes(Uint8Array.of(39 + recoveryId), signature);
}
