import type { Chain } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';

const otherChains: ReadonlyMap<string, Chain> = new Map([
  ['BTC_MAINNET', 'BTC'],
  ['BTC_TESTNET', 'BTC'],
  ['BTC_REGTEST', 'BTC'],
  ['SOL_MAINNET', 'SOL'],
  ['SOL_TESTNET', 'SOL'],
]);

/** The chain of a network of the Core interface. Every name that is not of Bitcoin or Solana is of an EVM network, and is kept as it was given. */
export function chainOfNetwork(network: string): Chain {
  if (!/^[\x21-\x7e]{1,64}$/.test(network))
    throw invalidField('/network', 'must have 1 to 64 printable ASCII characters without spaces');
  return otherChains.get(network) ?? 'ETH';
}
