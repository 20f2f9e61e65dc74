/** The chains of wallets. `chainTable` has the fixed facts of each. */
export const chains = ['ETH', 'SOL', 'BTC'] as const;
export type Chain = (typeof chains)[number];

export function isChain(text: string): text is Chain {
  return (chains as readonly string[]).includes(text);
}

export const bitcoinNetworks = ['BTC_MAINNET', 'BTC_TESTNET', 'BTC_REGTEST'] as const;
export type BitcoinNetwork = (typeof bitcoinNetworks)[number];

export function isBitcoinNetwork(network: string): network is BitcoinNetwork {
  return (bitcoinNetworks as readonly string[]).includes(network);
}
