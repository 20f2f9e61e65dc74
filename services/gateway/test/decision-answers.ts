import { exampleDecision, exampleDryRun, exampleProof } from '../src/routes/decision-schema.js';

// The decisions in the documentation, as the policy service sends them.

const [exampleRule] = exampleDecision.rules;
const [exampleCondition] = exampleRule?.conditions ?? [];
const explanation = {
  outcome: exampleDecision.outcome,
  reason: exampleDecision.reason,
  rules: [
    {
      policyId: exampleRule?.policy_id,
      policyName: exampleRule?.policy_name,
      policyRevision: exampleRule?.policy_revision,
      scope: exampleRule?.scope,
      rule: exampleRule?.rule,
      ruleIndex: exampleRule?.rule_index,
      action: exampleRule?.action,
      result: exampleRule?.result,
      conditions: [
        {
          index: exampleCondition?.index,
          fieldSource: exampleCondition?.field_source,
          field: exampleCondition?.field,
          operator: exampleCondition?.operator,
          value: { kind: 'text', text: exampleCondition?.value },
          result: exampleCondition?.result,
          valueSeen: { kind: 'text', text: exampleCondition?.value_seen },
        },
      ],
    },
  ],
  causedBy: [],
  unmet: [],
  notAllowed: [],
};
export const decision = {
  explanation,
  id: exampleDecision.id,
  time: exampleDecision.time,
  applicationId: exampleDecision.application_id,
  walletId: exampleDecision.wallet_id,
  chain: exampleDecision.chain,
  operation: exampleDecision.operation,
  method: exampleDecision.method,
  payloadHashes: exampleDecision.payload_hashes,
  policyRevision: exampleDecision.policy_revision,
  mfa: null,
  claimsJson: '',
  recordJson: '',
  proof: '',
};
export const foundDecision = {
  ...decision,
  recordJson: exampleProof.record,
  proof: exampleProof.tlog_proof,
};
export const dryRun = {
  explanation,
  method: exampleDryRun.method,
  evaluationEnabled: true,
  policiesEvaluated: exampleDryRun.policies_evaluated,
  policiesNotApplicable: [],
  mfa: null,
  assumptions: [],
};

const rule = {
  ...{ policyId: '', policyName: 'no large payments' },
  ...{ rule: 'at most 1 ether', ruleIndex: 0, action: 'DENY' },
};
const again = {
  id: exampleDecision.id,
  time: exampleDecision.time,
  walletId: exampleDecision.wallet_id,
  chain: exampleDecision.chain,
  operation: exampleDecision.operation,
  method: exampleDecision.method,
  was: { outcome: 'allow', reason: 'default_action', rule: null },
  wouldBe: { outcome: 'deny', reason: 'rule', rule },
  notJudged: '',
  assumptions: [],
};
export const decisionsAgain = {
  decisions: [
    again,
    { ...again, wouldBe: null, notJudged: 'too_large' },
    { ...again, wouldBe: again.was, assumptions: ['nothing was spent'] },
  ],
  next: '',
  evaluationEnabled: true,
};

const warning = { code: 'policy.rule-never-decides', field: '/rules/1', remedy: 'Remove this rule.' };
export const policyWarnings = {
  warnings: [
    { warning, policies: [{ id: 'p1', name: 'limits' }], rule: { ...rule, policyId: 'p1' }, because: rule },
    { warning: { ...warning, field: '/default_action' }, policies: [], rule: null, because: null },
  ],
  policiesNotCompared: ['p2'],
  more: false,
};
