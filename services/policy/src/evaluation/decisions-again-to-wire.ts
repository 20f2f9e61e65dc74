import type { PolicyDefinition, ResponseOf } from '@wallet-service/grpc';
import type { DecisionRecord } from '../engine/decision-record.js';
import type { DecisionAgain, DecisionsAgain } from './evaluate-decisions.js';

type OnTheWire = ResponseOf<PolicyDefinition['EvaluateDecisions']>;
type Decision = NonNullable<OnTheWire['decisions']>[number];

export function decisionsAgainToWire({ decisions, next, ...of }: DecisionsAgain): OnTheWire {
  return {
    decisions: decisions.map(decisionToWire),
    next: next ?? '',
    evaluationEnabled: of.evaluation_enabled,
  };
}

function decisionToWire({ decision, again, assumptions }: DecisionAgain): Decision {
  return {
    id: decision.id,
    time: decision.time,
    walletId: decision.wallet_id,
    chain: decision.chain,
    operation: decision.operation,
    method: decision.method,
    was: rulingToWire(decision),
    ...(typeof again === 'string' ? { notJudged: again } : { wouldBe: rulingToWire(again) }),
    assumptions: [...assumptions],
  };
}

/** The rule that decided is the first: DENY rules come first, then those that demand something. */
function rulingToWire({ outcome, reason, rules }: DecisionRecord): NonNullable<Decision['was']> {
  const [first] = reason === 'rule' ? rules : [];
  return {
    outcome,
    reason,
    ...(first && {
      rule: {
        policyId: first.policy_id,
        policyName: first.policy_name,
        rule: first.rule,
        ruleIndex: first.rule_index,
        action: first.action,
      },
    }),
  };
}
