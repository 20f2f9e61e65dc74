import { AppError, invalidField } from '@wallet-service/errors';
import { coverableScopes as coverable, type Grant } from '@wallet-service/grants';
import type { ApprovalRule } from '../directory/application.js';
import type { Tenant } from '../tenancy-store.js';
import { demandNoSecretKey } from './members.js';
import type { PeopleDeps } from './people-deps.js';

const mostNeeded = 10;

/** Those whose approval counts: owners who can sign in. */
export async function approversOf({ members, people }: Pick<Tenant, 'members' | 'people'>) {
  const owners = (await members.list()).filter(({ role }) => role === 'owner');
  return people.active(owners.map(({ personId }) => personId));
}

export type AskedRule = {
  readonly applicationId: string;
  readonly needed: number;
  readonly scopes: readonly string[];
};

/**
 * Holds for every request that starts after the answer, at identity. Other services take grants that were made before
 * for less than a minute. Throws `request.invalid`, `approval-rule.too-many`, `application.not-found`, and
 * `auth.people-only` if a secret key asks.
 */
export function setApprovalRule(
  { tenancy }: Pick<PeopleDeps, 'tenancy'>,
  { applicationId, needed, scopes: given }: AskedRule,
  by: Grant,
): Promise<ApprovalRule> {
  demandNoSecretKey(by);
  const rule = ruleOf(needed, given);
  return tenancy.change(applicationId, async (tenant) => {
    const found = await tenant.application.find();
    if (!found) throw new AppError('application.not-found', 'there is no such application');
    const approvers = await approversOf(tenant);
    if (approvers.length < rule.needed)
      throw new AppError(
        'approval-rule.too-many',
        `it has ${approvers.length} owners who can sign in, so ${rule.needed} can never approve: invite owners first`,
      );
    await tenant.application.update({ ...found, settings: { ...found.settings, approvals: rule } });
    await tenant.record('admin.approval_rule_changed', { before: found.settings.approvals, after: rule });
    return rule;
  });
}

function ruleOf(needed: number, given: readonly string[]): ApprovalRule {
  const chosen = coverable.filter((scope) => given.includes(scope));
  if (given.some((scope) => !coverable.some((one) => one === scope)))
    throw invalidField('/scopes', `must be of ${coverable.join(', ')}`);
  if (needed > mostNeeded) throw invalidField('/needed', `must be at most ${mostNeeded}`);
  if ((needed === 0) !== (chosen.length === 0))
    throw invalidField('/scopes', 'must be empty if 0 approvals are needed, and name changes if some are');
  // Otherwise people could be made owners, who then approve.
  if (needed > 0 && !chosen.includes('members'))
    throw invalidField('/scopes', 'must have members, because who adds owners adds approvals');
  return { needed, scopes: chosen };
}
