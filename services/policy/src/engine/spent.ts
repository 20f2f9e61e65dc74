/** An amount in the smallest unit, or text that says why it is unknown. */
export type Spent = bigint | string;

/** ETH, SOL and BTC themselves. Other assets are named by contract (lower-case hex) or mint (base58). */
export const nativeAsset = 'native';
