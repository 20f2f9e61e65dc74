/** The chains of wallets. `chainTable` has the fixed facts of each. */
export const chains = ['ETH', 'SOL', 'BTC'] as const;
export type Chain = (typeof chains)[number];

export function isChain(text: string): text is Chain {
  return (chains as readonly string[]).includes(text);
}

/**
 * Our networks of Solana and Bitcoin, each with its name in CAIP-2: the beginning of the hash of its genesis block. The
 * one name means what the other means. The names of EVM networks are not ours: packages/networks knows them.
 */
const caip2Names = {
  SOL_MAINNET: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  SOL_TESTNET: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
  SOL_DEVNET: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  BTC_MAINNET: 'bip122:000000000019d6689c085ae165831e93',
  BTC_TESTNET: 'bip122:000000000933ea01ad0ee984209779ba',
  BTC_REGTEST: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328',
} as const;
const ownNames: ReadonlyMap<string, string> = new Map(
  Object.entries(caip2Names).map(([name, caip2]) => [caip2, name]),
);

/** Our name of a network of Solana or Bitcoin that is named in CAIP-2. Any other name as it is. */
export function ownNetworkName(network: string): string {
  return ownNames.get(network) ?? network;
}

/** The name in CAIP-2 of one of our networks of Solana or Bitcoin; undefined for any other. */
export function caip2NameOf(network: string): string | undefined {
  const name = ownNetworkName(network);
  return Object.hasOwn(caip2Names, name) ? caip2Names[name as keyof typeof caip2Names] : undefined;
}

export const bitcoinNetworks = ['BTC_MAINNET', 'BTC_TESTNET', 'BTC_REGTEST'] as const;
export type BitcoinNetwork = (typeof bitcoinNetworks)[number];

export function isBitcoinNetwork(network: string): network is BitcoinNetwork {
  return (bitcoinNetworks as readonly string[]).includes(network);
}
