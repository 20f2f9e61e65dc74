import { addressOf, type Chain } from '@wallet-service/addresses';
import { RecentlyUsed } from '@wallet-service/values';

export type AddressOf = (chain: Chain, network: string, publicKey: Uint8Array) => string;

/**
 * Caches the addresses of recently used wallets, because deriving one costs more than the rest of a decision.
 */
export function createKnownAddresses(mostAddresses = 10_000): AddressOf {
  const known = new RecentlyUsed<string, string>('policy.addresses', mostAddresses);
  return (chain, network, publicKey) => {
    const key = `${chain} ${network} ${Buffer.from(publicKey).toString('latin1')}`;
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const address = addressOf(chain, network, publicKey);
    known.set(key, address);
    return address;
  };
}
