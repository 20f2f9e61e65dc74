import { AppError } from '@wallet-service/errors';
import type { Decision } from '../policy/policy-client.js';

type DecisionRecord = {
  readonly id?: unknown;
  readonly rules?: readonly {
    readonly action: string;
    readonly policy_id: unknown;
    readonly policy_name: unknown;
    readonly rule: unknown;
  }[];
};

const remedy = 'sign in again with several factors, and repeat the request with the new token';

/**
 * Adds to the signer's refusal for lack of multi-factor authentication which policy and rule require it, as a
 * denial does, and what to do. Without a decision, or with an empty record, the refusal stays unchanged.
 */
export function explainMfa(
  error: unknown,
  decided: Pick<Decision, 'record' | 'denialDetail'> | undefined,
): unknown {
  if (!(error instanceof AppError) || error.code !== 'auth.mfa-required' || !decided?.record) return error;
  const decision = JSON.parse(decided.record) as DecisionRecord;
  const rule = decision.rules?.find(({ action }) => action === 'require_mfa');
  return new AppError(error.code, `${error.message}: ${remedy}`, {
    details: {
      ...error.details,
      ...(rule && { policy_id: rule.policy_id, policy_name: rule.policy_name, rule: rule.rule }),
      decision_id: decision.id,
      decision,
      denial_detail: decided.denialDetail,
    },
    cause: error,
  });
}
