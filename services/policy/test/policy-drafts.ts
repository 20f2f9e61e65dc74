import { AppError } from '@wallet-service/errors';
import type { ConditionInput } from '../src/engine/field-source.js';
import type { RuleInput } from '../src/engine/rule.js';
import type { DraftInput } from '../src/policies/policy.js';

// The smallest policy, and what the validation tests change in it.

export const condition: ConditionInput = {
  field_source: 'ethereum_transaction',
  field: 'value',
  operator: 'gt',
  value: '1',
};
export const rule: RuleInput = {
  name: 'r',
  method: 'eth_signTransaction',
  conditions: [condition],
  action: 'DENY',
};
export const policy: DraftInput = { name: 'p', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };
export const withRule = (changes: Partial<RuleInput>): DraftInput => ({
  ...policy,
  rules: [{ ...rule, ...changes }],
});
export const withCondition = (changes: Partial<ConditionInput>) =>
  withRule({ conditions: [{ ...condition, ...changes }] });
export const other = (
  field_source: string,
  field: string,
  operator: string,
  value: ConditionInput['value'],
  options: Partial<ConditionInput> = {},
): ConditionInput => ({
  field_source,
  field,
  operator,
  value,
  ...options,
});
export const only = (method: string, ...conditions: ConditionInput[]) => withRule({ method, conditions });
export const solana = (...conditions: ConditionInput[]): DraftInput => ({
  ...policy,
  chain: 'SOL',
  rules: [{ ...rule, method: 'signTransaction', conditions }],
});
export const bitcoin = (...conditions: ConditionInput[]): DraftInput => ({
  ...solana(...conditions),
  chain: 'BTC',
});

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
