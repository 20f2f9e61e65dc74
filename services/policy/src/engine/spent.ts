/** An amount in the smallest unit; a text says why it cannot be known. */
export type Spent = bigint | string;

/** ETH, SOL and BTC themselves; every other asset is named by its contract (lower-case hex) or mint (base58). */
export const nativeAsset = 'native';
