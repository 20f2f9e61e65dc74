import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { keyHash160 } from '@wallet-service/addresses';
import { compactSize } from './compact-size.js';
import { derSignature } from './der-signature.js';

// BIP-322 for a P2WPKH address. Two transactions that can never be mined stand for the message: to_spend pays nothing to the
// address and commits to the message in its input, to_sign spends it. The proof is the witness of to_sign.

const SIGHASH_ALL = 1;
const OP_RETURN = 0x6a;
const hash256 = (bytes: Uint8Array): Uint8Array => sha256(sha256(bytes));
const uint32 = (value: number): Uint8Array => Uint8Array.of(value, 0, 0, 0);
const NO_AMOUNT = new Uint8Array(8);
const UNSPENDING_INPUT = concatBytes(new Uint8Array(32), new Uint8Array(4).fill(0xff));

/** BIP-340 tagged hash with the tag `BIP0322-signed-message`. */
export function genericMessageHash(message: Uint8Array): Uint8Array {
  const tag = sha256(utf8ToBytes('BIP0322-signed-message'));
  return sha256(concatBytes(tag, tag, message));
}

/** The transaction id of to_spend, in the order of the wire (explorers show it reversed). */
export function toSpendId(message: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const commitment = concatBytes(Uint8Array.of(0x00, 0x20), genericMessageHash(message));
  const script = p2wpkhScript(publicKey);
  const input = concatBytes(UNSPENDING_INPUT, compactSize(commitment.length), commitment, uint32(0));
  const output = concatBytes(NO_AMOUNT, compactSize(script.length), script);
  return hash256(concatBytes(uint32(0), Uint8Array.of(1), input, Uint8Array.of(1), output, uint32(0)));
}

/** The BIP-143 digest, SIGHASH_ALL, of the only input of to_sign. */
export function genericMessageDigest(message: Uint8Array, publicKey: Uint8Array): Uint8Array {
  const outpoint = concatBytes(toSpendId(message, publicKey), uint32(0));
  const sequence = uint32(0);
  const scriptCode = concatBytes(
    Uint8Array.of(0x76, 0xa9, 0x14),
    keyHash160(publicKey),
    Uint8Array.of(0x88, 0xac),
  );
  return hash256(
    concatBytes(
      uint32(0),
      hash256(outpoint),
      hash256(sequence),
      outpoint,
      compactSize(scriptCode.length),
      scriptCode,
      NO_AMOUNT,
      sequence,
      hash256(burnOutput()),
      uint32(0),
      uint32(SIGHASH_ALL),
    ),
  );
}

/** The variant `simple`: the witness stack of to_sign, as it stands in a transaction: two items, signature and key. */
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

function burnOutput(): Uint8Array {
  return concatBytes(NO_AMOUNT, Uint8Array.of(1, OP_RETURN));
}
