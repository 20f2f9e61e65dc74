import type { Chain } from '../wallets.js';
import { untested } from './refusal.js';

type Network = { readonly chain: Chain; readonly caip2: string | null };

const known: Readonly<Record<string, Network>> = {
  EVM: { chain: 'ETH', caip2: null },
  ETH: { chain: 'ETH', caip2: null },
  ETH_MAINNET: { chain: 'ETH', caip2: 'eip155:1' },
  BTC_MAINNET: { chain: 'BTC', caip2: 'bip122:000000000019d6689c085ae165831e93' },
  BTC_TESTNET: { chain: 'BTC', caip2: 'bip122:000000000933ea01ad0ee984209779ba' },
  BTC_REGTEST: { chain: 'BTC', caip2: 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328' },
  SOL_MAINNET: { chain: 'SOL', caip2: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' },
  SOL_TESTNET: { chain: 'SOL', caip2: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z' },
  SOL_DEVNET: { chain: 'SOL', caip2: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1' },
};

/** The service knows many names of EVM networks. The test server knows these, and `eip155:` with any chain id. */
export function networkOf(name: string): Network {
  const network =
    known[name] ?? (/^eip155:[1-9]\d*$/.test(name) ? { chain: 'ETH' as const, caip2: name } : undefined);
  if (network) return network;
  throw untested(
    `the network ${name}. Use one of ${Object.keys(known).join(', ')}, or eip155: and a chain id`,
  );
}
