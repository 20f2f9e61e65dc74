import type { Policy } from './policy.js';

/** What the journal shows of a policy, before and after a change. */
export function shownPolicy(policy: Policy): object {
  const { id, revision, name, chain, scope, is_active, description, rules } = policy;
  return { id, revision, name, chain, scope, is_active, description, rules };
}
