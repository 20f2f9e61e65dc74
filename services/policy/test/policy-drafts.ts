import { AppError } from '@wallet-service/errors';

// The smallest policy, and what the validation tests change in it.

export const condition = { field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1' };
export const rule = { name: 'r', method: 'eth_signTransaction', conditions: [condition], action: 'DENY' };
export const policy = { name: 'p', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
export const withRule = (changes: object) => ({ ...policy, rules: [{ ...rule, ...changes }] });
export const withCondition = (changes: object) => withRule({ conditions: [{ ...condition, ...changes }] });
export const other = (
  field_source: string,
  field: string,
  operator: string,
  value: unknown,
  options: object = {},
) => ({
  field_source,
  field,
  operator,
  value,
  ...options,
});
export const only = (method: string, ...conditions: object[]) => withRule({ method, conditions });
export const solana = (...conditions: object[]) => ({
  ...policy,
  chain: 'SOL',
  rules: [{ ...rule, method: 'signTransaction', conditions }],
});
export const bitcoin = (...conditions: object[]) => ({ ...solana(...conditions), chain: 'BTC' });

/** The paths that a validation reports. */
export function pathsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError && error.code === 'request.invalid')
      return error.fields.map(({ path }) => path);
    throw error;
  }
  return [];
}

export const abi = [
  {
    type: 'function',
    name: 'transfer',
    inputs: [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint8' },
    ],
  },
];
