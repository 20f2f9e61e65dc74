import { AppError } from '@wallet-service/errors';
import { coverableScopes, holdsScope, scopes } from '@wallet-service/grants';
import type { ApprovalRule } from '../directory/application.js';

/** Whether a change that needs the scope needs approvals. */
export function isCovered(rule: ApprovalRule, scope: string): boolean {
  return rule.needed > 0 && rule.scopes.some((one) => one === scope);
}

/** What is left of what somebody may do at once. `held` undefined: there are no limits. */
export function uncovered(
  rule: ApprovalRule,
  held: readonly string[] | undefined,
): readonly string[] | undefined {
  if (rule.needed === 0) return held;
  return (held ?? scopes).filter((scope) => !isCovered(rule, scope));
}

/** What somebody may do with approvals alone. */
export function covered(rule: ApprovalRule, held: readonly string[] | undefined): readonly string[] {
  return coverableScopes.filter((scope) => isCovered(rule, scope) && holdsScope(held, scope));
}

export function approvalRequired(): AppError {
  return new AppError(
    'auth.approval-required',
    'this change needs the approval of several owners: POST /v1/change_request',
  );
}
