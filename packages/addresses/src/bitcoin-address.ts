import { ripemd160 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bech32 } from '@scure/base';
import { invalidField } from '@wallet-service/errors';
import { isBitcoinNetwork, ownNetworkName, type BitcoinNetwork } from './chain.js';
import { assertKeyLength, secp256k1Point } from './public-key.js';

const bech32Prefixes = {
  BTC_MAINNET: 'bc',
  BTC_TESTNET: 'tb',
  BTC_REGTEST: 'bcrt',
} as const satisfies Record<BitcoinNetwork, string>;

/** The human-readable part of a segwit address (BIP-173; regtest by Bitcoin Core's chain parameters). */
export function bech32PrefixOf(network: string): string {
  const name = ownNetworkName(network);
  if (!isBitcoinNetwork(name)) {
    throw invalidField('/network', 'a Bitcoin network is BTC_MAINNET, BTC_TESTNET or BTC_REGTEST');
  }
  return bech32Prefixes[name];
}

/**
 * RIPEMD-160 of SHA-256 of the compressed key: the witness program of BIP-141 P2WPKH, 20 bytes. Only the
 * length of the key is checked; whether it is a point of the curve, which costs far more, is checked when the
 * address is made.
 */
export function keyHash160(publicKey: Uint8Array): Uint8Array {
  assertKeyLength(publicKey, 33, 'a compressed secp256k1 public key');
  return ripemd160(sha256(publicKey));
}

/** BIP-84: the P2WPKH address, witness version 0, bech32 (BIP-173). */
export function p2wpkhAddress(network: string, publicKey: Uint8Array): string {
  const prefix = bech32PrefixOf(network);
  secp256k1Point(publicKey);
  return bech32.encode(prefix, [0, ...bech32.toWords(keyHash160(publicKey))]);
}
