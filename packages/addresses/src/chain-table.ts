import { base58 } from '@scure/base';
import { p2wpkhAddress } from './bitcoin-address.js';
import { bitcoinNetworks, chains, ownNetworkName, type Chain } from './chain.js';
import { ethAddressOfKey, toChecksumAddress } from './eth-address.js';
import { assertKeyLength } from './public-key.js';

export type Curve = 'secp256k1' | 'ed25519';

type ChainFacts = {
  readonly curve: Curve;
  /** Of the public key as it is stored: secp256k1 compressed (SEC 1), or Ed25519 (RFC 8032). */
  readonly publicKeyBytes: number;
  /** Whether transactions, typed data (EIP-712) and authorizations (EIP-7702) are those of Ethereum. */
  readonly evm: boolean;
  /** The network of every wallet of the Express interface. */
  readonly expressNetwork: string;
  /** The networks of the Core interface that make a wallet of this chain. A name in no row makes one of ETH. */
  readonly networks: readonly string[];
  /**
   * The standard path of a wallet's key, so that other wallet software finds the same address: BIP-44 or
   * BIP-84, with the coin types of SLIP-44.
   */
  readonly derivationPath: (network: string) => string;
  /** Throws `request.invalid` for a key that is not of this chain, and for a network that it does not have. */
  readonly addressOf: (network: string, publicKey: Uint8Array) => string;
};

/**
 * The fixed facts of each chain. Everything that differs by chain is decided by this table, or by a
 * `Record<Chain, …>` where it is used. So a chain added to `chains` does not compile until every place has
 * decided: docs/adding-a-chain.md.
 */
export const chainTable = {
  ETH: {
    curve: 'secp256k1',
    publicKeyBytes: 33,
    evm: true,
    expressNetwork: 'EVM',
    networks: ['EVM'],
    derivationPath: () => "m/44'/60'/0'/0/0",
    addressOf: (_network, publicKey) => toChecksumAddress(ethAddressOfKey(publicKey)),
  },
  SOL: {
    curve: 'ed25519',
    publicKeyBytes: 32,
    evm: false,
    expressNetwork: 'SOL_MAINNET',
    networks: ['SOL_MAINNET', 'SOL_TESTNET', 'SOL_DEVNET'],
    derivationPath: () => "m/44'/501'/0'/0'",
    addressOf: (_network, publicKey) => {
      assertKeyLength(publicKey, 32, 'an Ed25519 public key');
      return base58.encode(publicKey);
    },
  },
  BTC: {
    curve: 'secp256k1',
    publicKeyBytes: 33,
    evm: false,
    expressNetwork: 'BTC_MAINNET',
    networks: bitcoinNetworks,
    derivationPath: (network) =>
      ownNetworkName(network) === 'BTC_MAINNET' ? "m/84'/0'/0'/0/0" : "m/84'/1'/0'/0/0",
    addressOf: p2wpkhAddress,
  },
} as const satisfies Record<Chain, ChainFacts>;

/**
 * The chain of a network of the Core interface, by our name or in CAIP-2. A name in no row of the table is an EVM
 * network.
 */
export function chainOfNetwork(network: string): Chain {
  const name = ownNetworkName(network);
  return chains.find((chain) => (chainTable[chain].networks as readonly string[]).includes(name)) ?? 'ETH';
}

/**
 * The address of a public key. ETH: EIP-55 text of a secp256k1 key, 33 or 65 bytes. SOL: base58 of the
 * 32-byte Ed25519 key itself. BTC: BIP-84 P2WPKH of a 33-byte secp256k1 key; only here does the network
 * change the address.
 */
export function addressOf(chain: Chain, network: string, publicKey: Uint8Array): string {
  return chainTable[chain].addressOf(network, publicKey);
}
