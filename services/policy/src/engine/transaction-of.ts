import type { EthTransaction } from '@wallet-service/chains';
import type { Facts } from './field-source.js';
import { messageDanger } from './message-danger.js';
import { nativeDoorOf } from './native-coins.js';
import { inapplicable, unknown, type Reading } from './reading.js';
import type { PolicyInput } from './policy-input.js';
import { meaningOf } from './typed-data-meaning.js';
import { integerIn, type OrderedTransaction } from './meaning.js';

/** A transaction of the wallet, or one that somebody else sends thanks to its signature. */
export type TransactionSeen = {
  readonly transaction: EthTransaction;
  /** The account whose value and tokens it moves. */
  readonly account: Uint8Array;
  /** Set if somebody else sends it. */
  readonly ordered: OrderedTransaction | undefined;
};

/** The transaction that rules are about. A reading if there is none, or it is unknown. */
export function transactionOf({
  input,
  isSchemaNamed,
}: Pick<Facts, 'input' | 'isSchemaNamed'>): TransactionSeen | Reading {
  switch (input.kind) {
    case 'ethereum_transaction':
      return { transaction: input.transaction, account: input.wallet, ordered: undefined };
    case 'typed_data':
      return orderedBy(input, isSchemaNamed === true);
    case 'ethereum_message': {
      const danger = messageDanger(input.message);
      return danger === undefined ? inapplicable : unknown(danger);
    }
    default:
      return inapplicable;
  }
}

function orderedBy(
  { typedData, wallet }: Extract<PolicyInput, { kind: 'typed_data' }>,
  isSchemaNamed: boolean,
): TransactionSeen | Reading {
  const meaning = meaningOf(typedData, wallet);
  switch (meaning.kind) {
    case 'transaction':
      return { transaction: meaning.transaction, account: meaning.account, ordered: meaning };
    case 'anything':
      return unknown(meaning.reason);
    case 'unknown':
      return isSchemaNamed ? inapplicable : unknown(meaning.reason);
    case 'gifts': {
      const chainId = integerIn(typedData.domain, 'chainId');
      const isCoin = meaning.gifts.some(({ token }) => token !== undefined && nativeDoorOf(token, chainId));
      return isCoin ? unknown('a permit for the native coin, which is also a token') : inapplicable;
    }
    case 'nothing':
      return inapplicable;
  }
}
