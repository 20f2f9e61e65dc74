import { chains } from '@wallet-service/addresses';
import type { CoveredMethod } from './methods.js';
import { fixedFields } from './field-source.js';
import { integer } from './reading.js';

const everyMethod: readonly CoveredMethod[] = [
  'eth_signTransaction',
  'eth_signTypedData',
  'personal_sign',
  'eth_sign',
  'eth_sign7702Authorization',
  'signTransaction',
  'signMessage',
  'exportPrivateKey',
];
const endOfYear9999 = 253_402_300_799n;

/** `current_unix_timestamp`: the policy service's clock, in whole seconds. */
export const system = fixedFields(
  'system',
  { chains, methods: everyMethod },
  {
    current_unix_timestamp: {
      kind: 'integer',
      // A time in milliseconds is a common mistake, and would never be reached.
      range: [0n, endOfYear9999],
      read: ({ nowSeconds }) => integer(BigInt(nowSeconds)),
    },
  },
);
