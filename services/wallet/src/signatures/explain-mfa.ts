import { AppError } from '@wallet-service/errors';

type DecisionRecord = {
  readonly id?: unknown;
  readonly rules?: readonly {
    readonly action: string;
    readonly policy_id: unknown;
    readonly policy_name: unknown;
    readonly rule: unknown;
  }[];
};

/**
 * The signer's refusal for want of multi-factor authentication, with the policy and the rule that demand it, as a denial names them.
 * `decisionJson`: the decision record; undefined or empty where there is none, and then the refusal stays as it is.
 */
export function explainMfa(error: unknown, decisionJson: string | undefined): unknown {
  if (!(error instanceof AppError) || error.code !== 'auth.mfa-required' || !decisionJson) return error;
  const decision = JSON.parse(decisionJson) as DecisionRecord;
  const rule = decision.rules?.find(({ action }) => action === 'require_mfa');
  return new AppError(error.code, error.message, {
    details: {
      ...error.details,
      ...(rule && { policy_id: rule.policy_id, policy_name: rule.policy_name, rule: rule.rule }),
      decision_id: decision.id,
      decision,
    },
    cause: error,
  });
}
