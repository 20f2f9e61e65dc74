import { notProven } from './bitcoin-fields.js';
import { ethereumSpent } from './ethereum-spending.js';
import { solanaSpent } from './solana-spending.js';
import type { Spent } from './spent.js';
import type { PolicyInput } from './policy-input.js';

/**
 * How much of an asset the wallet spends by signing. Allowances and permits count as spent, because the
 * spender may take them. So does the maximum fee, which the block builder gets.
 */
export function spentOf(
  asset: string,
  input: PolicyInput,
  plainChainIds: readonly number[] = [],
  isSchemaNamed = false,
): Spent {
  switch (input.kind) {
    case 'ethereum_transaction':
    case 'typed_data':
    case 'ethereum_message':
    case 'eip7702_authorization':
    case 'raw_hash':
      return ethereumSpent(asset, input, isSchemaNamed, (chainId) =>
        plainChainIds.some((each) => BigInt(each) === chainId),
      );
    case 'solana_transaction':
      return solanaSpent(asset, input);
    case 'bitcoin_transaction':
      return input.spent ?? notProven(input);
    case 'message':
    case 'export':
      return 0n;
  }
}
