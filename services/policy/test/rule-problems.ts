import { AppError } from '@wallet-service/errors';
import type { Chain } from '@wallet-service/addresses';
import type { ConditionInput } from '../src/engine/field-source.js';
import { validatePolicy } from '../src/policies/validate-policy.js';

export const of =
  (field_source: string, options: Partial<ConditionInput> = {}) =>
  (field: string, operator: string, value: ConditionInput['value']): ConditionInput => ({
    field_source,
    field,
    operator,
    value,
    ...options,
  });
export const transaction = of('ethereum_transaction');
export const typed = of('typed_data');
export const program = of('solana_program_instruction');
export const system = of('solana_system_program_instruction');
export const token = of('solana_token_program_instruction');
export const bitcoin = of('bitcoin_transaction');
export const message = of('message');
export const calls = of('ethereum_calldata', {
  abi: [
    {
      type: 'function',
      name: 'transfer',
      inputs: [
        { name: 'to', type: 'address' },
        { name: 'amounts', type: 'uint256[]' },
      ],
    },
    { type: 'function', name: 'approve', inputs: [{ name: 'id', type: 'bytes4' }] },
  ],
});

/** The problems of a policy with one such rule: JSON pointers and reasons. */
export function problemsOf(
  chain: Chain,
  method: string,
  conditions: readonly ConditionInput[],
  action = 'DENY',
): readonly (readonly [path: string, message: string])[] {
  const rules = [{ name: 'r', method, action, conditions }];
  try {
    validatePolicy({ name: 'p', chain, scope: 'GLOBAL', rules });
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'request.invalid') throw error;
    return error.fields.map((field) => [field.path, field.message] as const);
  }
  return [];
}
