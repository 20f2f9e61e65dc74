import { setImmediate } from 'node:timers/promises';
import type { Chain } from '@wallet-service/addresses';
import { resolvePolicy } from './compile-policies.js';
import type { PolicyRules } from './rule.js';
import type { ResolvedPolicy, Rulebook } from './rulebook.js';

/**
 * The conditions of policies, ready to compile. Those unchanged since `before` are reused. This is most of
 * the work of compiling, and an application may have thousands of rules, so other work runs after each
 * policy.
 */
export async function resolveInTurn(
  policies: readonly PolicyRules[],
  before: Readonly<Record<Chain, Rulebook>> | undefined,
): Promise<ReadonlyMap<string, ResolvedPolicy>> {
  const resolved = new Map<string, ResolvedPolicy>();
  for (const policy of policies) {
    const known = before?.[policy.chain].resolved.get(policy.id);
    const isCurrent = known?.revision === policy.revision;
    resolved.set(policy.id, isCurrent ? known : resolvePolicy(policy));
    if (!isCurrent) await setImmediate();
  }
  return resolved;
}
