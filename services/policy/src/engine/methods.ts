import type { Chain } from '@wallet-service/addresses';
import type { PolicyInput } from './policy-input.js';

/**
 * What rules can cover. A rule may name further methods: `*` covers all of these, and every version of typed
 * data covers the same one. So if a rule for one version forbids it, no other version allows it.
 */
export type CoveredMethod =
  | 'eth_signTransaction'
  | 'eth_signTypedData'
  | 'personal_sign'
  | 'eth_sign'
  | 'eth_sign7702Authorization'
  | 'signTransaction'
  | 'signMessage'
  | 'exportPrivateKey';

const typedData = {
  eth_signTypedData: ['eth_signTypedData'],
  eth_signTypedData_v1: ['eth_signTypedData'],
  eth_signTypedData_v3: ['eth_signTypedData'],
  eth_signTypedData_v4: ['eth_signTypedData'],
} as const;

const nonEthereum: Readonly<Record<string, readonly CoveredMethod[]>> = {
  signTransaction: ['signTransaction'],
  signMessage: ['signMessage'],
  exportPrivateKey: ['exportPrivateKey'],
  '*': ['signTransaction', 'signMessage', 'exportPrivateKey'],
};

/** For each chain the methods that a rule may name, and what each covers. */
export const methods: Readonly<Record<Chain, Readonly<Record<string, readonly CoveredMethod[]>>>> = {
  ETH: {
    eth_signTransaction: ['eth_signTransaction'],
    ...typedData,
    personal_sign: ['personal_sign'],
    eth_sign: ['eth_sign'],
    eth_sign7702Authorization: ['eth_sign7702Authorization'],
    exportPrivateKey: ['exportPrivateKey'],
    '*': [
      'eth_signTransaction',
      'eth_signTypedData',
      'personal_sign',
      'eth_sign',
      'eth_sign7702Authorization',
      'exportPrivateKey',
    ],
  },
  SOL: nonEthereum,
  BTC: nonEthereum,
};

export function methodOf(input: PolicyInput): CoveredMethod {
  switch (input.kind) {
    case 'ethereum_transaction':
      return 'eth_signTransaction';
    case 'typed_data':
      return 'eth_signTypedData';
    case 'ethereum_message':
      return 'personal_sign';
    case 'raw_hash':
      return 'eth_sign';
    case 'eip7702_authorization':
      return 'eth_sign7702Authorization';
    case 'solana_transaction':
    case 'bitcoin_transaction':
      return 'signTransaction';
    case 'message':
      return 'signMessage';
    case 'export':
      return 'exportPrivateKey';
  }
}
