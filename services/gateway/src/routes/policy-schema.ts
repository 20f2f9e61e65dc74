import Type from 'typebox';
import { chain, nullableText } from './field.js';

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

/** Only the outline: which methods, fields, operators and values there are, and which can ever match, the policy service knows. */
export const rules = Type.Array(
  Type.Object(
    {},
    {
      additionalProperties: true,
      title: 'Rule',
      description:
        '`name`; `method`, such as eth_signTransaction, or `*` for every method, with which all conditions have the field_source `system`; `conditions` that all must hold, each with `field_source`, `field`, `operator` and `value`; `action`: DENY or ALLOW in GLOBAL policies, require_mfa in STEP_UP policies',
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
    rules: Type.Array(Type.Unknown()),
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
