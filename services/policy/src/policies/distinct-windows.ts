import type { Chain } from '@wallet-service/addresses';
import { listAt } from './list-at.js';

type Condition = Readonly<Record<string, unknown>>;

const isWindow = (condition: unknown): condition is Condition =>
  typeof condition === 'object' &&
  condition !== null &&
  (condition as Condition)['field_source'] === 'spending_window';

/** The spending windows of rules, each asset and length once. The rules need not be valid. */
export function distinctWindows(rules: readonly unknown[], chain: Chain): ReadonlySet<string> {
  const windows = rules.flatMap((rule) => listAt(rule, 'conditions')).filter(isWindow);
  return new Set(
    windows.map(({ token, window_seconds: seconds }) => {
      const asset = chain === 'ETH' && typeof token === 'string' ? token.toLowerCase() : token;
      return JSON.stringify([chain, asset, seconds]);
    }),
  );
}
