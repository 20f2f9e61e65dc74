import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import { invalidField } from '@wallet-service/errors';
import { secp256k1Point } from './public-key.js';

const ADDRESS_BYTES = 20;

/**
 * EIP-55: `0x` and 40 hex digits; a letter is upper case where the Keccak-256 of the lower-case digits has a
 * nibble of 8 or more.
 */
export function toChecksumAddress(address: Uint8Array): string {
  if (address.length !== ADDRESS_BYTES) throw invalidField('', 'an Ethereum address has 20 bytes');
  const digits = bytesToHex(address);
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits)));
  const cased = Array.from(digits, (digit, i) =>
    parseInt(hash.charAt(i), 16) >= 8 ? digit.toUpperCase() : digit,
  );
  return `0x${cased.join('')}`;
}

/**
 * The 20 bytes of an Ethereum address. An address in one case carries no checksum; one in mixed case must
 * carry the right one (EIP-55), because a wrong one is a mistyped address. `path` is where the text is in
 * the request.
 */
export function parseEthAddress(text: string, path = '/address'): Uint8Array {
  if (!hasForm(text)) throw invalidField(path, 'an address is 0x and 40 hex digits');
  if (!hasRightCase(text)) {
    throw invalidField(
      path,
      'the upper and lower case of this address is not its EIP-55 checksum; is it mistyped?',
    );
  }
  return hexToBytes(text.slice(2));
}

/** Whether `parseEthAddress` takes the text. */
export function isEthAddress(text: string): boolean {
  return hasForm(text) && hasRightCase(text);
}

function hasForm(text: string): boolean {
  return /^0x[0-9a-fA-F]{40}$/.test(text);
}

function hasRightCase(text: string): boolean {
  const digits = text.slice(2);
  const oneCase = digits === digits.toLowerCase() || digits === digits.toUpperCase();
  return oneCase || toChecksumAddress(hexToBytes(digits)) === text;
}

/** The last 20 bytes of the Keccak-256 of the uncompressed key without its 0x04 (Yellow Paper, appendix F). */
export function ethAddressOfKey(publicKey: Uint8Array): Uint8Array {
  return keccak_256(secp256k1Point(publicKey).toBytes(false).subarray(1)).subarray(-ADDRESS_BYTES);
}
