import { base58 } from '@scure/base';
import { p2wpkhAddress } from './bitcoin-address.js';
import type { Chain } from './chain.js';
import { ethAddressOfKey, toChecksumAddress } from './eth-address.js';
import { assertKeyLength } from './public-key.js';

/**
 * The address of a public key. ETH: EIP-55 text of a secp256k1 key, 33 or 65 bytes. SOL: base58 of the 32-byte Ed25519 key itself.
 * BTC: BIP-84 P2WPKH of a 33-byte secp256k1 key; only here does the network change the address.
 */
export function addressOf(chain: Chain, network: string, publicKey: Uint8Array): string {
  switch (chain) {
    case 'ETH':
      return toChecksumAddress(ethAddressOfKey(publicKey));
    case 'SOL':
      assertKeyLength(publicKey, 32, 'an Ed25519 public key');
      return base58.encode(publicKey);
    case 'BTC':
      return p2wpkhAddress(network, publicKey);
  }
}
