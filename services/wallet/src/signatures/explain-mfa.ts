import { AppError } from '@wallet-service/errors';

type Record = {
  readonly id?: unknown;
  readonly rules?: readonly {
    readonly action: string;
    readonly policy_id: unknown;
    readonly policy_name: unknown;
    readonly rule: unknown;
  }[];
};

/** The signer's refusal for want of multi-factor authentication, with the policy and the rule that demand it, as a denial names them. */
export function explainMfa(error: unknown, decisionJson: string): unknown {
  if (!(error instanceof AppError) || error.code !== 'auth.mfa-required') return error;
  const decision = JSON.parse(decisionJson) as Record;
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
