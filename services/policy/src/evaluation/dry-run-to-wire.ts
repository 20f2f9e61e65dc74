import type { PolicyDefinition, ResponseOf } from '@wallet-service/grpc';
import { explanationToWire, mfaToWire } from '../decisions/decision-to-wire.js';
import type { DryRun } from './evaluate-dry-run.js';

type OnTheWire = ResponseOf<PolicyDefinition['EvaluateDryRun']>;

export function dryRunToWire(dryRun: DryRun): OnTheWire {
  return {
    explanation: explanationToWire(dryRun),
    method: dryRun.method,
    evaluationEnabled: dryRun.evaluation_enabled,
    policiesEvaluated: [...dryRun.policies_evaluated],
    policiesNotApplicable: dryRun.policies_not_applicable.map(({ because, ...policy }) => ({
      policy,
      because,
    })),
    mfa: mfaToWire(dryRun.mfa),
    assumptions: [...dryRun.assumptions],
  };
}
