import { notProven } from './bitcoin-fields.js';
import { ethereumSpent } from './ethereum-spending.js';
import { solanaSpent } from './solana-spending.js';
import type { Spent } from './spent.js';
import type { PolicyInput } from './policy-input.js';

/**
 * What the wallet spends of an asset by signing. Allowances and permits count as spent, since the spender may
 * take them; so does the highest fee that may be taken, which whoever makes the block gets.
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
