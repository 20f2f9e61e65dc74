import { toChecksumAddress } from '@wallet-service/addresses';

/**
 * The stored form of an address: on EVM with the checksum of EIP-55, in whatever case it is given; segwit
 * addresses (BIP-173) in lower case.
 */
export function storedFormOf(address: string): string {
  if (/^0x[0-9a-f]{40}$/i.test(address)) return toChecksumAddress(Buffer.from(address.slice(2), 'hex'));
  return /^(BC|TB|BCRT)1[02-9A-Z]+$/.test(address) ? address.toLowerCase() : address;
}
