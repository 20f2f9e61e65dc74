import { setImmediate } from 'node:timers/promises';
import type { Chain } from '@wallet-service/addresses';
import { compileInSteps } from './compile-policies.js';
import type { PolicyRules } from './rule.js';
import type { Rulebook } from './rulebook.js';

const longestMs = 5;

/**
 * Like `compilePolicies`, but lets other work run every few milliseconds, because an application may have 4
 * MiB of rules.
 */
export async function compileInTurn(
  chain: Chain,
  policies: readonly PolicyRules[],
  before: Pick<Rulebook, 'resolved'>,
): Promise<Rulebook> {
  const steps = compileInSteps(chain, policies, before);
  for (let pauseAt = performance.now() + longestMs; ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < pauseAt) continue;
    await setImmediate();
    pauseAt = performance.now() + longestMs;
  }
}
