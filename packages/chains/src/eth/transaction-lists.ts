import { parseEthAddress } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';
import { parseHexText } from '../hex-text.js';
import { allowOnly, jsonArray, jsonFields } from '../json-fields.js';
import { MAX_NONCE } from './authorization.js';
import { parseQuantity } from './quantity.js';
import type { AccessListEntry, SignedAuthorization } from './transaction.js';
import { MAX_UINT256 } from './transaction-fields.js';

/** `[{ address, storageKeys }]` of EIP-2930. */
export function parseAccessList(value: unknown, path: string): readonly AccessListEntry[] {
  return jsonArray(value, path).map((entry, i) => {
    const at = `${path}/${i}`;
    const fields = jsonFields(entry, at);
    allowOnly(fields, ['address', 'storageKeys'], at);
    return {
      address: parseAddress(fields.get('address'), `${at}/address`),
      storageKeys: parseWords(fields.get('storageKeys'), `${at}/storageKeys`),
    };
  });
}

/** `[{ chainId, address, nonce, yParity, r, s }]` of EIP-7702. */
export function parseAuthorizations(value: unknown, path: string): readonly SignedAuthorization[] {
  return jsonArray(value, path).map((entry, i) => {
    const at = `${path}/${i}`;
    const fields = jsonFields(entry, at);
    allowOnly(fields, ['chainId', 'address', 'nonce', 'yParity', 'r', 's'], at);
    const quantity = (name: string, max: bigint) => parseQuantity(fields.get(name), max, `${at}/${name}`);
    return {
      chainId: quantity('chainId', MAX_UINT256),
      address: parseAddress(fields.get('address'), `${at}/address`),
      nonce: quantity('nonce', MAX_NONCE),
      yParity: quantity('yParity', 1n),
      r: quantity('r', MAX_UINT256),
      s: quantity('s', MAX_UINT256),
    };
  });
}

/** An array of 32-byte words in hex. */
export function parseWords(value: unknown, path: string): readonly Uint8Array[] {
  return jsonArray(value, path).map((entry, i) => {
    const word = parseHexText(entry, `${path}/${i}`);
    if (word.length !== 32) throw invalidField(`${path}/${i}`, 'must have 32 bytes');
    return word;
  });
}

export function parseAddress(value: unknown, path: string): Uint8Array {
  if (typeof value !== 'string') throw invalidField(path, 'expected an address: 0x and 40 hex digits');
  return parseEthAddress(value, path);
}
