import { readNetwork } from '@wallet-service/networks';
import { withWarnings } from './warning.js';

/** Warns of a network that a wallet was made for although the service does not know it. */
export function networkWarnings(network: string) {
  const reading = readNetwork(network);
  if (reading.kind !== 'read' || reading.isKnown) return withWarnings([]);
  const [, chainId] = network.split(':');
  const meant =
    reading.nearest.length === 0 ? '' : ` If ${reading.nearest.join(' or ')} is meant, use that name.`;
  const remedy =
    chainId === undefined
      ? 'The wallet works on every EVM network, but none that the service knows has this name, so no chain id is ' +
        `checked; name the network as eip155: and its chain id to have it checked.${meant}`
      : `The service knows no EVM network with the chain id ${chainId}; check it, because the wallet signs for ` +
        'this chain alone.';
  return withWarnings([{ code: 'wallet.network-unknown', field: '/network', remedy }]);
}
