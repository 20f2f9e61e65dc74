import { notProven } from './bitcoin-fields.js';
import { ethereumSpent } from './ethereum-spending.js';
import { solanaSpent } from './solana-spending.js';
import type { Spent } from './spent.js';
import type { Subject } from './subject.js';

/**
 * What the wallet spends of an asset by signing. Allowances and permits count as spent, since the spender may
 * take them; so does the highest fee that may be taken, which whoever makes the block gets.
 */
export function spentOf(
  asset: string,
  subject: Subject,
  plainChainIds: readonly number[] = [],
  isSchemaNamed = false,
): Spent {
  switch (subject.kind) {
    case 'ethereum_transaction':
    case 'typed_data':
    case 'ethereum_message':
    case 'eip7702_authorization':
    case 'raw_hash':
      return ethereumSpent(asset, subject, isSchemaNamed, (chainId) =>
        plainChainIds.some((each) => BigInt(each) === chainId),
      );
    case 'solana_transaction':
      return solanaSpent(asset, subject);
    case 'bitcoin_transaction':
      return subject.spent ?? notProven(subject);
    case 'message':
    case 'export':
      return 0n;
  }
}
