import { decideOn, policyOf, rule, when } from './engine-harness.js';
import { ethInput, payment, typedData } from './operations.js';

const outcome = (
  operation: Parameters<typeof ethInput>[0],
  rules: Parameters<typeof decideOn>[2],
  settings = {},
) => decideOn('ETH', ethInput(operation), rules, settings).outcome;

const mail = {
  types: { EIP712Domain: [{ name: 'name', type: 'string' }], Mail: [{ name: 'text', type: 'string' }] },
  primaryType: 'Mail',
  domain: { name: 'mail' },
  message: { text: 'hello' },
};

describe('the outcome of several rules', () => {
  const always = when('system', 'current_unix_timestamp', 'gt', 0);
  const never = when('system', 'current_unix_timestamp', 'lt', 1);
  const deny = rule('eth_signTransaction', 'DENY', always);
  const mfa = rule('eth_signTransaction', 'require_mfa', always);
  const allow = rule('eth_signTransaction', 'ALLOW', always);
  const not = (each: typeof deny) => ({ ...each, conditions: [never] });

  it.each([
    [[allow, mfa, deny], {}, 'deny', 'rule'],
    [[mfa, allow], {}, 'require_mfa', 'rule'],
    [[allow], {}, 'allow', 'rule'],
    [[], {}, 'allow', 'default_action'],
    [[], { defaultAction: 'deny' }, 'deny', 'default_action'],
    [[not(allow)], { defaultAction: 'deny' }, 'deny', 'default_action'],
    [[allow], { defaultAction: 'deny' }, 'allow', 'rule'],
    [[mfa], { defaultAction: 'deny' }, 'require_mfa', 'rule'],
    [[mfa], { defaultAction: 'deny', stepUpApplies: false }, 'deny', 'default_action'],
    [[mfa], { stepUpApplies: false }, 'allow', 'default_action'],
    [[deny], { evaluationEnabled: false }, 'allow', 'evaluation_disabled'],
    [[not(deny), not(mfa)], {}, 'allow', 'default_action'],
  ] as const)('%#: is decided by the strictest, in any order', (rules, settings, expected, reason) => {
    for (const order of [rules, [...rules].reverse()]) {
      expect(decideOn('ETH', ethInput(payment()), order, settings)).toMatchObject({
        outcome: expected,
        reason,
      });
    }
  });

  it('applies a rule for every method to everything that can be signed', () => {
    const any = [rule('*', 'DENY', always)];
    for (const operation of [payment(), typedData(mail)]) expect(outcome(operation, any)).toBe('deny');
  });
  it('allows an export only by a rule, once a policy is active', () => {
    const of = (rules: Parameters<typeof decideOn>[2]) => decideOn('ETH', { kind: 'export' }, rules).outcome;
    expect(of([])).toBe('allow');
    expect(of([not(deny)])).toBe('deny');
    expect(of([rule('exportPrivateKey', 'ALLOW', always)])).toBe('allow');
  });

  it('lets any active policy close exports, even one for another chain or one that misses the user', () => {
    const exporting = { kind: 'export' } as const;
    const elsewhere = [policyOf('SOL', [deny])];
    expect(decideOn('ETH', exporting, [mfa], { stepUpApplies: false })).toMatchObject({
      outcome: 'deny',
      reason: 'export',
      causes: [{ scope: 'STEP_UP' }],
    });
    expect(decideOn('ETH', exporting, [], { policiesElsewhere: elsewhere })).toMatchObject({
      outcome: 'deny',
      reason: 'export',
      causes: elsewhere,
    });
    const allowed = [rule('exportPrivateKey', 'ALLOW', always)];
    expect(decideOn('ETH', exporting, allowed, { policiesElsewhere: elsewhere }).outcome).toBe('allow');
    expect(outcome(payment(), [], { policiesElsewhere: elsewhere })).toBe('allow');
  });
});
