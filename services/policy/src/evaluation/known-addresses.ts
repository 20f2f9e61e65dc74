import { addressOf, type Chain } from '@wallet-service/addresses';

export type AddressOf = (chain: Chain, network: string, publicKey: Uint8Array) => string;

/** Remembers the addresses of the wallets used last: to derive one costs more than all else in a decision. */
export function createKnownAddresses(mostAddresses: number): AddressOf {
  const known = new Map<string, string>();
  return (chain, network, publicKey) => {
    const key = `${chain} ${network} ${Buffer.from(publicKey).toString('latin1')}`;
    const remembered = known.get(key);
    if (remembered !== undefined) return remembered;
    const address = addressOf(chain, network, publicKey);
    const [oldest] = known.keys();
    if (known.size >= mostAddresses && oldest !== undefined) known.delete(oldest);
    known.set(key, address);
    return address;
  };
}
