import { AppError, type ErrorCode } from '@wallet-service/errors';
import type { WalletChoice } from './signing-request.js';

const denials: readonly ErrorCode[] = ['policy.denied', 'policy.raw-hash-refused', 'auth.mfa-required'];

/**
 * What users need of a denial: who denied it and by what right, where the rest can be read, and what a step-up must be.
 */
const neededByUsers = [
  ...['policy_id', 'policy_name', 'rule', 'caused_by', 'reason', 'decision_id'],
  ...['max_age', 'acr_values'],
];

/**
 * A failure as it leaves. A denial tells limits, lists and the values seen on the Core interface, whose
 * callers hold the secret key. On the Express interface users read the answer: there only where the
 * application wants it (`denial_detail` full).
 */
export function asToldTo(callers: WalletChoice['interface'], error: unknown): unknown {
  if (!(error instanceof AppError) || !denials.includes(error.code)) return error;
  const { denial_detail: detail, brief_message: briefMessage, ...all } = error.details;
  const tellsAll = callers === 'core' || detail === 'full';
  const details = tellsAll
    ? all
    : Object.fromEntries(Object.entries(all).filter(([name]) => neededByUsers.includes(name)));
  const message = tellsAll || typeof briefMessage !== 'string' ? error.message : briefMessage;
  return new AppError(error.code, message, { details, cause: error });
}
