import type { Chain } from '@wallet-service/addresses';

type Members = Readonly<Record<string, unknown>>;
const membersOf = (value: unknown): Members =>
  typeof value === 'object' && value !== null ? (value as Members) : {};
const listAt = (value: unknown, key: string): readonly unknown[] => {
  const list = membersOf(value)[key];
  return Array.isArray(list) ? list : [];
};

/** The spending windows of rules, each asset and length once. The rules need not be valid. */
export function distinctWindows(rules: readonly unknown[], chain: Chain): ReadonlySet<string> {
  const windows = rules
    .flatMap((rule) => listAt(rule, 'conditions'))
    .map(membersOf)
    .filter((condition) => condition['field_source'] === 'spending_window');
  return new Set(
    windows.map(({ token, window_seconds: seconds }) => {
      const asset = chain === 'ETH' && typeof token === 'string' ? token.toLowerCase() : token;
      return JSON.stringify([chain, asset, seconds]);
    }),
  );
}
