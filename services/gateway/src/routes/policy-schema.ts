import Type, { type Static } from 'typebox';
import { exampleRule } from '../openapi/rule-schema.js';
import { chain, nullableText } from './field.js';
import { warnings } from './warning.js';

const policyName = Type.String({ minLength: 1, maxLength: 255 });
export const scope = Type.Enum(['GLOBAL', 'STEP_UP'], { type: 'string' });
const description = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1000 });

const scalars = ['string', 'number', 'boolean'] as const;
type Scalar = string | number | boolean;
/** Not a union of schemas: one that does not match is one mistake. */
const value = Type.Unsafe<Scalar | readonly Scalar[]>({
  type: [...scalars, 'array'],
  items: { type: scalars },
  description: 'one value, or a list for in and not_in',
});
/** More would be another number in 32 bits. */
const seconds = Type.Integer({
  minimum: 0,
  maximum: 4_294_967_295,
  description: 'for spending_window: its length',
});

const condition = Type.Object(
  {
    field_source: Type.String(),
    field: Type.String(),
    operator: Type.String(),
    value,
    abi: Type.Optional(
      Type.Array(Type.Unknown(), { description: 'for ethereum_calldata: the ABI of the called contract' }),
    ),
    window_seconds: Type.Optional(seconds),
    token: Type.Optional(Type.String({ description: 'for spending_window: a contract or mint' })),
  },
  { additionalProperties: false },
);

/** The policy service says what it must be. */
const approvals = Type.Integer({
  minimum: 0,
  maximum: 0xffff_ffff,
  description: 'of require_approval: how many owners must approve, 1 to 10; absent: 1',
});

/**
 * The types, because a message cannot hold others, and how many rules and conditions there are, because more would
 * take long to check. The policy service knows the methods, fields, operators and values, and which can ever match.
 * The API document shows `openapi/rule-schema.ts` instead.
 */
const rules = Type.Array(
  Type.Object(
    {
      name: Type.String({ description: 'text of 1 to 255 characters' }),
      method: Type.String(),
      conditions: Type.Array(condition, {
        maxItems: 50,
        description:
          'an array of 1 to 50. All rules of a policy together have at most 600 conditions, 1,000 listed ' +
          'values and 1,000 ABI items',
      }),
      action: Type.String({ description: 'DENY, ALLOW, require_approval or require_mfa' }),
      approvals: Type.Optional(approvals),
    },
    {
      additionalProperties: false,
      title: 'Rule',
    },
  ),
  { minItems: 1, maxItems: 100, title: 'RuleList' },
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
  { additionalProperties: false, title: 'PolicyDraft' },
);

export const policyChanges = Type.Object(
  {
    is_active: Type.Optional(Type.Boolean()),
    name: Type.Optional(policyName),
    rules: Type.Optional(rules),
    scope: Type.Optional(scope),
    description: Type.Optional(description),
    chain: Type.Optional(Type.String({ description: 'cannot be changed: must be the policy’s chain' })),
  },
  { additionalProperties: false },
);

export const policyAnswer = Type.Object(
  {
    id: Type.String(),
    is_active: Type.Boolean(),
    name: Type.String(),
    chain: Type.String(),
    // Without a type: they are written as they are, in half the time.
    rules: Type.Unknown({ title: 'RuleList' }),
    scope: Type.String(),
    description: nullableText,
    warnings,
  },
  { title: 'Policy' },
);

export type RuleBody = Static<typeof rules>[number];

export const examplePolicy = { name: 'limits', chain: 'ETH', scope: 'GLOBAL', rules: [exampleRule] } as const;

export const examplePolicyAnswer = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  is_active: true,
  ...examplePolicy,
  description: null,
};
