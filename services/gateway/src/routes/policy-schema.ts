import Type from 'typebox';
import { chain, nullableText } from './field.js';

export const policyName = Type.String({ minLength: 1, maxLength: 255 });
export const scope = Type.Enum(['GLOBAL', 'STEP_UP'], { type: 'string' });
export const description = Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength: 1000 });

/** Only the outline: which methods, fields, operators and values there are, and which can ever match, the policy service knows. */
export const rules = Type.Array(Type.Object({}, { additionalProperties: true }), {
  minItems: 1,
  maxItems: 100,
});

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

export const policyAnswer = Type.Object({
  id: Type.String(),
  is_active: Type.Boolean(),
  name: Type.String(),
  chain: Type.String(),
  rules: Type.Array(Type.Unknown()),
  scope: Type.String(),
  description: nullableText,
});
