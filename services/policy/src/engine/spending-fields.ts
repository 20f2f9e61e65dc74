import { chains, type Chain } from '@wallet-service/addresses';
import { satoshiRange } from './bitcoin-fields.js';
import { parseComparand, WrongValue } from './comparand.js';
import { uint, WrongCondition, type ConditionInput, type Facts, type FieldSource } from './field-source.js';
import { callIn, mayGiveNumberZero } from './erc20-call.js';
import { hexOf, inapplicable, integer, unknown, type ValueKind } from './reading.js';
import { spentOf } from './spending.js';
import { nativeAsset, type Spent } from './spent.js';
import { transactionOf } from './transaction-of.js';

export const longestWindowSeconds = 2_592_000;
const shortestWindowSeconds = 60;

/**
 * Of one application, by asset and length. An operation may need the sums of all of them, and its own amount
 * of each asset.
 */
export const mostWindows = 200;

/** The amounts that a limit may name, and how tokens are named, if there are any. */
const assets: Readonly<
  Record<Chain, { readonly range: readonly [bigint, bigint]; readonly tokenKind: ValueKind | undefined }>
> = {
  ETH: { range: uint(512), tokenKind: 'address' },
  SOL: { range: uint(512), tokenKind: 'account' },
  BTC: { range: satoshiRange, tokenKind: undefined },
};

/** The same for all spellings of a token. It does not check that the token exists. */
export function tokenKey(token: string | undefined, chain: Chain): string | undefined {
  return assets[chain].tokenKind === 'address' ? token?.toLowerCase() : token;
}

/**
 * How much of an asset the wallet spent in the last `window_seconds`, this operation included:
 * `native_amount`, or `token_amount` with the contract or mint in `token`. An operation that spends none of
 * the asset does not meet the condition.
 */
export const spendingWindow: FieldSource = {
  chains,
  methods: ['eth_signTransaction', 'signTransaction'],
  options: ['window_seconds', 'token'],
  resolve: (condition, chain) => {
    const seconds = windowOf(condition);
    const asset = assetOf(condition, chain);
    if (condition.operator !== 'gt' && condition.operator !== 'gte')
      throw new WrongCondition('/operator', 'a spending window is a limit: must be gt or gte');
    return {
      key: `spending_window.${asset}.${seconds}`,
      kind: 'integer',
      range: assets[chain].range,
      window: { asset, seconds },
      read: (facts) => {
        const counted = countedAs(asset, facts);
        if (typeof counted === 'string') return unknown(counted);
        return counted === 0n ? inapplicable : integer(facts.spentBefore(asset, seconds) + counted);
      },
    };
  },
};

type Operation = Pick<Facts, 'input' | 'plainChainIds' | 'isSchemaNamed'>;

/** What a window adds to the amounts before. */
export function countedAs(asset: string, operation: Operation): Spent {
  const { input, plainChainIds, isSchemaNamed } = operation;
  const spent = spentOf(asset, input, plainChainIds, isSchemaNamed);
  return spent === 0n && mayGiveOne(asset, operation) ? 1n : spent;
}

/** One token of a contract that may be an ERC-721, where no amount is named. */
function mayGiveOne(asset: string, operation: Operation): boolean {
  const seen = transactionOf(operation);
  if ('state' in seen) return false;
  const { to, data } = seen.transaction;
  return to !== undefined && hexOf(to) === asset && mayGiveNumberZero(callIn(data), seen.account);
}

function windowOf({ window_seconds: seconds }: ConditionInput): number {
  if (seconds === undefined || seconds < shortestWindowSeconds || seconds > longestWindowSeconds)
    throw new WrongCondition(
      '/window_seconds',
      `must be an integer from ${shortestWindowSeconds} to ${longestWindowSeconds}`,
    );
  return seconds;
}

function assetOf({ field, token }: ConditionInput, chain: Chain): string {
  if (field === 'native_amount') {
    if (token !== undefined) throw new WrongCondition('/token', 'goes with token_amount alone');
    return nativeAsset;
  }
  if (field !== 'token_amount') throw new WrongCondition('/field', 'must be native_amount or token_amount');
  const { tokenKind } = assets[chain];
  if (tokenKind === undefined)
    throw new WrongCondition('/field', `there are no tokens on ${chain}: use native_amount`);
  if (token === undefined) throw new WrongCondition('/token', 'must be the contract or mint of the token');
  try {
    return String(parseComparand(tokenKind, token));
  } catch (error) {
    if (!(error instanceof WrongValue)) throw error;
    throw new WrongCondition('/token', error.message);
  }
}
