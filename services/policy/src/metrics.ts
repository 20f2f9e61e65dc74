import { Counter, type Registry } from 'prom-client';
import type { StoredDecision } from './decisions/decision.js';

export type PolicyMetrics = {
  readonly countDecision: (decision: Pick<StoredDecision, 'outcome' | 'reason'>) => void;
  readonly countLostRecords: (count: number) => void;
};

/** Labels take only values of closed sets. */
export function createPolicyMetrics(registry: Registry): PolicyMetrics {
  const registers = [registry];
  const decisions = new Counter({
    name: 'wallet_service_policy_decisions_total',
    help:
      'Decisions about signing requests where evaluation is on, by outcome (allow, require_mfa, ' +
      'require_approval, deny) and reason.',
    labelNames: ['outcome', 'reason'],
    registers,
  });
  const lostRecords = new Counter({
    name: 'wallet_service_decision_records_lost_total',
    help: 'Decision records that could not be stored; the journal has the decisions.',
    registers,
  });
  return {
    countDecision: ({ outcome, reason }) => {
      decisions.inc({ outcome, reason });
    },
    countLostRecords: (count) => {
      lostRecords.inc(count);
    },
  };
}
