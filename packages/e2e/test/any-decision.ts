import fc from 'fast-check';

// Decisions of the policy service, as they are stored.

const text = fc.string({ unit: 'grapheme', maxLength: 12 });
const index = fc.nat(5000);
const scalar = fc.oneof(
  text,
  fc.boolean(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);
const value = fc.oneof(scalar, fc.array(scalar, { maxLength: 4 }), fc.constant(null));
const optional = <Item>(arbitrary: fc.Arbitrary<Item>) => fc.option(arbitrary, { nil: undefined });
/** Lists that are left out when they are empty. */
const some = <Item>(arbitrary: fc.Arbitrary<Item>) =>
  optional(fc.array(arbitrary, { minLength: 1, maxLength: 3 }));
const result = fc.constantFrom('true', 'false', 'unknown');

const condition = fc.record({
  ...{ index, field_source: text, field: text, operator: text, value, result, value_seen: value },
  unknown_because: optional(text),
});
const rule = fc.record({
  ...{
    policy_id: text,
    policy_name: text,
    policy_revision: index,
    scope: text,
    rule: text,
    rule_index: index,
  },
  ...{ action: text, result, element: optional(index), conditions: fc.array(condition, { maxLength: 3 }) },
});
const explanation = {
  outcome: fc.constantFrom('allow', 'require_mfa', 'deny'),
  reason: text,
  rules: fc.array(rule, { maxLength: 3 }),
  rules_fired: optional(index),
  rules_considered: optional(index),
  caused_by: some(fc.record({ policy_id: text, policy_name: text })),
  unmet: some(rule),
  not_allowed: some(index),
};
const mfa = fc.option(fc.record({ max_age_seconds: index, acr_values: fc.array(text, { maxLength: 3 }) }));
/** Every form that a record can have, without approvals. */
export const anyDecision = fc.record({
  ...{ ...explanation, id: text, time: text, application_id: text, wallet_id: text, chain: text },
  ...{ operation: text, method: text, payload_hashes: fc.array(text), policy_revision: text, mfa },
});
const named = { id: text, name: text };
export const anyDryRun = fc.record({
  ...{ ...explanation, method: text, evaluation_enabled: fc.boolean(), mfa, assumptions: fc.array(text) },
  policies_evaluated: fc.array(fc.record(named)),
  policies_not_applicable: fc.array(fc.record({ ...named, because: text })),
});

const given = fc.record({ person_id: text, time: index, passkey: text, approver: text });
/** Undefined: no rule demanded approvals. */
export const anyApproval = optional(
  fc.record({
    ...{ request_id: text, hash: text, needed: index },
    approvals: fc.array(given, { maxLength: 2 }),
  }),
);
