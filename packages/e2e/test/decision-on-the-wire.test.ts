import fc from 'fast-check';
import { definitions, type PolicyDefinition, type ReceivedResponseOf } from '@wallet-service/grpc';
import { decisionResponse, dryRunResponse } from '../../../services/gateway/src/routes/decision-response.js';
import type { StoredDecision } from '../../../services/policy/src/decisions/decision.js';
import { decisionToWire } from '../../../services/policy/src/decisions/decision-to-wire.js';
import { dryRunToWire } from '../../../services/policy/src/evaluation/dry-run-to-wire.js';
import type { DryRun } from '../../../services/policy/src/evaluation/evaluate-dry-run.js';

// The gateway shows what the policy service decided. Nothing is lost between the two.

const { GetDecision, EvaluateDryRun } = definitions.policy.methods;

type Decision = ReceivedResponseOf<PolicyDefinition['GetDecision']>;
type DryRunAnswer = ReceivedResponseOf<PolicyDefinition['EvaluateDryRun']>;

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
const decision = fc.record({
  ...{ ...explanation, id: text, time: text, application_id: text, wallet_id: text, chain: text },
  ...{ operation: text, method: text, payload_hashes: fc.array(text), policy_revision: text, mfa },
});
const named = { id: text, name: text };
const dryRun = fc.record({
  ...{ ...explanation, method: text, evaluation_enabled: fc.boolean(), mfa, assumptions: fc.array(text) },
  policies_evaluated: fc.array(fc.record(named)),
  policies_not_applicable: fc.array(fc.record({ ...named, because: text })),
});

const asJson = (record: unknown): unknown => JSON.parse(JSON.stringify(record));

it('a decision is shown as it was recorded', () => {
  fc.assert(
    fc.property(decision, (recorded) => {
      const sent = GetDecision.responseSerialize(decisionToWire(recorded as unknown as StoredDecision));
      const shown = decisionResponse(GetDecision.responseDeserialize(sent) as Decision, () => null);
      expect(asJson(shown)).toEqual(asJson(recorded));
    }),
  );
});

it('a dry run is shown as it was explained', () => {
  fc.assert(
    fc.property(dryRun, (explained) => {
      const sent = EvaluateDryRun.responseSerialize(dryRunToWire(explained as unknown as DryRun));
      const shown = dryRunResponse(EvaluateDryRun.responseDeserialize(sent) as DryRunAnswer);
      expect(asJson(shown)).toEqual(asJson(explained));
    }),
  );
});
