import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { invalidField } from '@wallet-service/errors';

/** Lower-case hex with the prefix 0x. */
export function hexText(bytes: Uint8Array): string {
  return `0x${bytesToHex(bytes)}`;
}

/** Hex in either case, whole bytes, with the prefix 0x. */
export function parseHexText(text: unknown, path: string): Uint8Array {
  if (typeof text !== 'string' || !/^0x(?:[0-9a-fA-F]{2})*$/.test(text)) {
    throw invalidField(path, 'expected whole bytes in hex, with the prefix 0x');
  }
  return hexToBytes(text.slice(2));
}
