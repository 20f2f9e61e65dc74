import { decideOn, rule, when } from './engine-harness.js';
import { ethSubject, mallory } from './operations.js';

const outcome = (
  operation: Parameters<typeof ethSubject>[0],
  rules: Parameters<typeof decideOn>[2],
  standards = {},
) => decideOn('ETH', ethSubject(operation), rules, standards).outcome;

const valueRule = [rule('eth_signTransaction', 'DENY', when('ethereum_transaction', 'value', 'gt', 5))];

describe('messages, hashes and delegations', () => {
  const content = (operator: string, value: string) => when('message', 'content', operator, value);
  const message = (text: string | Uint8Array) =>
    ({ kind: 'message', message: Buffer.from(text), format: 'eip191' }) as const;
  const hash = { kind: 'raw_hash', hash: Buffer.alloc(32, 1) } as const;
  const delegation = (chainId: bigint) =>
    ({
      kind: 'eip7702_authorization',
      chainId,
      address: Buffer.from(mallory.slice(2), 'hex'),
      nonce: 0n,
    }) as const;

  it('reads the text of a message and its length in bytes', () => {
    expect(
      outcome(message('approve all'), [rule('personal_sign', 'DENY', content('contains', 'approve'))]),
    ).toBe('deny');
    expect(outcome(message('login'), [rule('personal_sign', 'DENY', content('contains', 'approve'))])).toBe(
      'allow',
    );
    expect(outcome(message('é'), [rule('personal_sign', 'DENY', when('message', 'length', 'eq', 2))])).toBe(
      'deny',
    );
    expect(outcome(message(Buffer.from([0xff])), [rule('personal_sign', 'DENY', content('eq', 'x'))])).toBe(
      'deny',
    );
  });

  it('refuses a bare hash while an active policy covers the chain, unless the application allows it', () => {
    const rules = valueRule;
    expect(decideOn('ETH', ethSubject(hash), rules)).toMatchObject({
      outcome: 'deny',
      reason: 'raw_hash_signing',
    });
    expect(outcome(hash, rules, { rawHashSigning: 'allow' })).toBe('allow');
    expect(outcome(hash, [])).toBe('allow');
    const never = [rule('eth_sign', 'DENY', when('system', 'current_unix_timestamp', 'gt', 0))];
    expect(outcome(hash, never, { rawHashSigning: 'allow' })).toBe('deny');
  });

  it('lets a bare hash pass beside a STEP_UP policy that does not reach the user', () => {
    const rules = [
      rule('eth_signTransaction', 'require_mfa', when('ethereum_transaction', 'value', 'gt', 5)),
    ];
    expect(outcome(hash, rules, { stepUpApplies: false })).toBe('allow');
    expect(outcome(hash, rules, { stepUpApplies: true })).toBe('deny');
  });

  it('decides about EIP-7702 by its own method, and about chain id 0 by the setting even while evaluation is off', () => {
    const contract = [
      rule(
        'eth_sign7702Authorization',
        'DENY',
        when('ethereum_7702_authorization', 'contract', 'eq', mallory),
      ),
    ];
    expect(outcome(delegation(1n), contract)).toBe('deny');
    expect(outcome(delegation(1n), [])).toBe('allow');
    const off = { evaluationEnabled: false } as const;
    expect(decideOn('ETH', ethSubject(delegation(0n)), [], off)).toMatchObject({
      reason: 'eip7702_any_chain',
    });
    expect(outcome(delegation(0n), [], { ...off, anyChainDelegation: 'allow' })).toBe('allow');
    const chain = [
      rule('eth_sign7702Authorization', 'DENY', when('ethereum_7702_authorization', 'chain_id', 'eq', 5)),
    ];
    expect(outcome(delegation(0n), chain, { anyChainDelegation: 'allow' })).toBe('deny');
    expect(decideOn('ETH', ethSubject(delegation(1n)), chain)).toMatchObject({ reason: 'eip7702' });
  });
});
