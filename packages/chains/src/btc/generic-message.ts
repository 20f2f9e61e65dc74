import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { keyHash160 } from '@wallet-service/addresses';
import { compactSize } from './compact-size.js';
import { derSignature } from './der-signature.js';
import { encodeOutput, hash256, segwitDigests, SIGHASH_ALL, uint32 } from './segwit-digest.js';

// BIP-322 for a P2WPKH address. Two transactions that can never be mined stand for the message: to_spend pays
// nothing to the address and commits to the message in its input, to_sign spends it. The proof is the witness
// of to_sign.

const OP_RETURN = 0x6a;
const TAG = sha256(utf8ToBytes('BIP0322-signed-message'));
const NOWHERE = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(0xff));

/** BIP-340 tagged hash with the tag `BIP0322-signed-message`. */
export function genericMessageHash(message: Uint8Array): Uint8Array {
  return sha256(concatBytes(TAG, TAG, message));
}

/** The transaction id of to_spend, in the order of the wire. */
export function toSpendId(message: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const commitment = concatBytes(Uint8Array.of(0x00, 0x20), genericMessageHash(message));
  const input = concatBytes(NOWHERE, compactSize(commitment.length), commitment, uint32(0));
  const output = encodeOutput(0n, p2wpkhScript(publicKey));
  return hash256(concatBytes(uint32(0), Uint8Array.of(1), input, Uint8Array.of(1), output, uint32(0)));
}

/** The BIP-143 digest, SIGHASH_ALL, of the only input of to_sign. */
export function genericMessageDigest(message: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const toSign = {
    version: 0,
    lockTime: 0,
    inputs: [{ txid: toSpendId(message, publicKey), output: 0, sequence: 0 }],
    outputs: [{ amount: 0n, script: Uint8Array.of(OP_RETURN) }],
  };
  return segwitDigests(toSign, keyHash160(publicKey))(0, 0n);
}

/** The variant `simple`: the witness stack of to_sign, as in a transaction: two items, signature and key. */
export function simpleProof(signature: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const withType = concatBytes(derSignature(signature), Uint8Array.of(SIGHASH_ALL));
  return concatBytes(
    Uint8Array.of(2),
    compactSize(withType.length),
    withType,
    compactSize(publicKey.length),
    publicKey,
  );
}

/** The script of a P2WPKH output (BIP-141): version 0 and the key hash. */
export function p2wpkhScript(publicKey: Uint8Array): Uint8Array {
  return concatBytes(Uint8Array.of(0x00, 0x14), keyHash160(publicKey));
}
