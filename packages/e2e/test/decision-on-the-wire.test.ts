import fc from 'fast-check';
import { definitions, type PolicyDefinition, type ReceivedResponseOf } from '@wallet-service/grpc';
import { decisionResponse, dryRunResponse } from '../../../services/gateway/src/routes/decision-response.js';
import type { StoredDecision } from '../../../services/policy/src/decisions/decision.js';
import { decisionToWire } from '../../../services/policy/src/decisions/decision-to-wire.js';
import { dryRunToWire } from '../../../services/policy/src/evaluation/dry-run-to-wire.js';
import type { DryRun } from '../../../services/policy/src/evaluation/evaluate-dry-run.js';
import { anyDecision, anyDryRun } from './any-decision.js';

// The gateway shows what the policy service decided. Nothing is lost between the two.

const { GetDecision, EvaluateDryRun } = definitions.policy.methods;

type Decision = ReceivedResponseOf<PolicyDefinition['GetDecision']>;
type DryRunAnswer = ReceivedResponseOf<PolicyDefinition['EvaluateDryRun']>;

const asJson = (record: unknown): unknown => JSON.parse(JSON.stringify(record));

it('a decision is shown as it was recorded', () => {
  fc.assert(
    fc.property(anyDecision, (recorded) => {
      const sent = GetDecision.responseSerialize(decisionToWire(recorded as unknown as StoredDecision));
      const shown = decisionResponse(GetDecision.responseDeserialize(sent) as Decision, () => null);
      expect(asJson(shown)).toEqual(asJson(recorded));
    }),
  );
});

it('a dry run is shown as it was explained', () => {
  fc.assert(
    fc.property(anyDryRun, (explained) => {
      const sent = EvaluateDryRun.responseSerialize(dryRunToWire(explained as unknown as DryRun));
      const shown = dryRunResponse(EvaluateDryRun.responseDeserialize(sent) as DryRunAnswer);
      expect(asJson(shown)).toEqual(asJson(explained));
    }),
  );
});
