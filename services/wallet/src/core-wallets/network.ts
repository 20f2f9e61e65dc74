import type { Chain } from '@wallet-service/addresses';
import { AppError, invalidField } from '@wallet-service/errors';
import { readNetwork } from '@wallet-service/networks';

/** The chain of the network that a caller names. The name is stored unchanged. */
export function parseNetwork(network: string): Chain {
  if (!/^[\x21-\x7e]{1,64}$/.test(network))
    throw invalidField('/network', 'must have 1 to 64 printable ASCII characters without spaces');
  const reading = readNetwork(network);
  if (reading.kind === 'read') return reading.chain;
  const { because, nearest } = reading;
  const remedy = `use ${nearest.join(', ')}, or eip155: and its chain id for an EVM network`;
  throw new AppError('wallet.network-unsupported', `the network "${network}" ${because}: ${remedy}`, {
    fields: [{ path: '/network', message: `${because}: ${remedy}` }],
    details: { nearest },
  });
}
