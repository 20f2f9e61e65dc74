import { AppError, type ErrorCode } from '@wallet-service/errors';
import type { WalletChoice } from './signing-request.js';

const denials: readonly ErrorCode[] = [
  'policy.denied',
  'policy.raw-hash-refused',
  'policy.chain-id-refused',
  'policy.approval-required',
  'auth.mfa-required',
];

/**
 * The members of a denial that users need: which policy and rule denied it, where to read the rest, and what
 * to do.
 */
const neededByUsers = [
  ...['policy_id', 'policy_name', 'rule', 'caused_by', 'reason', 'decision_id'],
  ...['max_age', 'acr_values', 'signature_request_id', 'approvals', 'approvals_needed'],
];

/**
 * A failure as callers see it. On the Core interface, whose callers hold the secret key, a denial shows
 * limits, lists and the values seen. On the Express interface users read the answer, so it shows them only if
 * the application wants that (`denial_detail` full).
 */
export function asToldTo(callers: WalletChoice['interface'], error: unknown): unknown {
  if (!(error instanceof AppError) || !denials.includes(error.code)) return error;
  const { denial_detail: detail, brief_message: briefMessage, ...all } = error.details;
  const tellsAll = callers === 'core' || detail === 'full';
  const details = tellsAll
    ? all
    : Object.fromEntries(Object.entries(all).filter(([name]) => neededByUsers.includes(name)));
  const message = tellsAll || typeof briefMessage !== 'string' ? error.message : briefMessage;
  const { retryAfterSeconds } = error;
  return new AppError(error.code, message, {
    ...{ details, cause: error },
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}
