import { notProven } from './bitcoin-fields.js';
import { ethereumSpent } from './ethereum-spending.js';
import { solanaSpent } from './solana-spending.js';
import type { Spent } from './spent.js';
import type { PolicyInput } from './policy-input.js';

const noPlainChains: readonly number[] = [];
type Known = { readonly plainChainIds: readonly number[]; readonly amounts: Map<string, Spent> };
const known = new WeakMap<PolicyInput, Known>();

/**
 * How much of an asset the wallet spends by signing. Allowances and permits count as spent, because the
 * spender may take them. So does the maximum fee, which the block builder gets. Computed once for an asset,
 * however many windows count it.
 */
export function spentOf(
  asset: string,
  input: PolicyInput,
  plainChainIds = noPlainChains,
  isSchemaNamed = false,
): Spent {
  const before = known.get(input);
  const { amounts } =
    before?.plainChainIds === plainChainIds ? before : { amounts: new Map<string, Spent>() };
  known.set(input, { plainChainIds, amounts });
  const key = `${isSchemaNamed} ${asset}`;
  const spent = amounts.get(key) ?? compute(asset, input, plainChainIds, isSchemaNamed);
  amounts.set(key, spent);
  return spent;
}

function compute(
  asset: string,
  input: PolicyInput,
  plainChainIds: readonly number[],
  isSchemaNamed: boolean,
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
