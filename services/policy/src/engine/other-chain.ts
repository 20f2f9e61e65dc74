import type { PolicyInput } from './policy-input.js';

/**
 * Whether an operation is for another chain than the one with this id. A transaction without a chain id is valid on
 * every chain, and so for others too. An authorization for every chain (chain id 0) is what the setting
 * eip7702_any_chain is about. Typed data without a declared chain id names none. A bare hash and a message name none
 * that anybody could read.
 */
export function isForOtherChain(input: PolicyInput, chainId: bigint): boolean {
  switch (input.kind) {
    case 'ethereum_transaction':
      return input.transaction.chainId !== chainId;
    case 'eip7702_authorization':
      return input.chainId !== 0n && input.chainId !== chainId;
    case 'typed_data': {
      const named = input.typedData.domain.fields.get('chainId');
      return named?.kind === 'integer' && named.value !== chainId;
    }
    default:
      return false;
  }
}
