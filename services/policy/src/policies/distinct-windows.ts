import type { Chain } from '@wallet-service/addresses';
import type { RuleInput } from '../engine/rule.js';
import { tokenKey } from '../engine/spending-fields.js';

/** The spending windows of rules, each asset and length once. The rules need not be valid. */
export function distinctWindows(rules: readonly RuleInput[], chain: Chain): ReadonlySet<string> {
  const windows = rules
    .flatMap(({ conditions }) => conditions)
    .filter(({ field_source: source }) => source === 'spending_window');
  return new Set(
    windows.map(({ token, window_seconds: seconds }) =>
      JSON.stringify([chain, tokenKey(token, chain), seconds]),
    ),
  );
}
