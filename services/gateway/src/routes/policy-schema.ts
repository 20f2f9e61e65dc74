import Type from 'typebox';
import { chain, nullableText } from './field.js';
import { ruleReference } from './policy-reference.js';

const exampleRule = {
  name: 'at most 1 ether',
  method: 'eth_signTransaction',
  conditions: [
    { field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1000000000000000000' },
  ],
  action: 'DENY',
};

export const policyName = Type.String({ minLength: 1, maxLength: 255 });
export const scope = Type.Enum(['GLOBAL', 'STEP_UP'], { type: 'string' });
export const description = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1000 });

/**
 * Only the outline. The policy service knows the methods, fields, operators and values, and which can ever match.
 */
export const rules = Type.Array(
  Type.Object(
    {
      name: Type.Optional(Type.Unknown({ description: 'text of 1 to 255 characters' })),
      method: Type.Optional(Type.Unknown({ description: 'text' })),
      conditions: Type.Optional(
        Type.Unknown({
          description:
            'an array of 1 to 50. All rules of a policy together have at most 600 conditions, 1,000 listed ' +
            'values and 1,000 ABI items',
        }),
      ),
      action: Type.Optional(Type.Unknown({ description: 'DENY, ALLOW or require_mfa' })),
    },
    {
      additionalProperties: true,
      title: 'Rule',
      description: ruleReference,
      examples: [exampleRule],
    },
  ),
  { minItems: 1, maxItems: 100 },
);

export const policyBody = Type.Object(
  {
    name: policyName,
    chain,
    rules,
    scope,
    description: Type.Optional(description),
    is_active: Type.Optional(Type.Boolean()),
  },
  { additionalProperties: false },
);

export const policyAnswer = Type.Object(
  {
    id: Type.String(),
    is_active: Type.Boolean(),
    name: Type.String(),
    chain: Type.String(),
    rules: Type.Array(Type.Unsafe<unknown>({ type: 'object', additionalProperties: true })),
    scope: Type.String(),
    description: nullableText,
  },
  { title: 'Policy' },
);

export const examplePolicy = { name: 'limits', chain: 'ETH', scope: 'GLOBAL', rules: [exampleRule] } as const;

export const examplePolicyAnswer = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  is_active: true,
  ...examplePolicy,
  description: null,
};
