import fc from 'fast-check';
import type { Chain } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import type { Rule } from '../src/engine/rule.js';
import { validatePolicy } from '../src/policies/validate-policy.js';
import { decideOn } from './engine-harness.js';
import { naiveDecision, type NaiveRule } from './naive-engine.js';
import { ethTransactions, messages, now, solTransactions } from './random-operations.js';
import { rulesFor } from './random-rules.js';

const named = ({ approvals, ...rule }: NaiveRule): Rule =>
  ({
    ...rule,
    ...(rule.action === 'require_approval' && approvals !== undefined && { approvals }),
    name: 'r',
  }) as Rule;
const isValid = (chain: Chain) => (rule: NaiveRule) => {
  try {
    const scope = rule.action === 'require_mfa' ? 'STEP_UP' : 'GLOBAL';
    validatePolicy({ name: 'p', chain, scope, rules: [named(rule)] });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
};

describe('the engine', () => {
  it.each([
    ['ETH', 'eth_signTransaction', ethTransactions],
    ['ETH', 'personal_sign', messages],
    ['SOL', 'signTransaction', solTransactions],
  ] as const)('decides on %s %s like the naive engine, in any order of the rules', (chain, method, cases) => {
    const outcomes = new Set<string>();
    fc.assert(
      fc.property(
        cases,
        fc.array(rulesFor(method).filter(isValid(chain)), { maxLength: 5 }),
        fc.constantFrom<'allow' | 'deny'>('allow', 'deny'),
        fc.boolean(),
        fc.nat(),
        fc.integer({ min: 0, max: 3 }),
        ({ input, naive }, rules, defaultAction, stepUpApplies, rotation, approvals) => {
          const at = rules.length === 0 ? 0 : rotation % rules.length;
          const rotated = [...rules.slice(at), ...rules.slice(0, at)].map(named);
          const { outcome } = decideOn(
            chain,
            input,
            rotated,
            { defaultAction, stepUpApplies, approvals },
            { nowSeconds: now },
          );
          outcomes.add(outcome);
          expect(outcome).toBe(naiveDecision(rules, naive, defaultAction, stepUpApplies, approvals));
        },
      ),
      { numRuns: 3000 },
    );
    expect(outcomes.size).toBe(4);
  });

  it('never gets less strict when a DENY rule is added', () => {
    fc.assert(
      fc.property(
        ethTransactions,
        fc.array(rulesFor('eth_signTransaction').filter(isValid('ETH')), { maxLength: 4 }),
        rulesFor('eth_signTransaction').filter(isValid('ETH')),
        ({ input }, rules, added) => {
          const before = decideOn('ETH', input, rules.map(named)).outcome;
          const after = decideOn('ETH', input, [...rules, { ...added, action: 'DENY' }].map(named)).outcome;
          if (before === 'deny') expect(after).toBe('deny');
          else expect([before, 'deny']).toContain(after);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
