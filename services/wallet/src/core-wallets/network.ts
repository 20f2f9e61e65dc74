import { chainOfNetwork, type Chain } from '@wallet-service/addresses';
import { invalidField } from '@wallet-service/errors';

/** The chain of the network that a caller names. The name is stored unchanged. */
export function parseNetwork(network: string): Chain {
  if (!/^[\x21-\x7e]{1,64}$/.test(network))
    throw invalidField('/network', 'must have 1 to 64 printable ASCII characters without spaces');
  return chainOfNetwork(network);
}
