import { decideOn, rule, when } from './engine-harness.js';
import { ethInput, mallory } from './operations.js';
import { ofType } from './typed-data-of-type.js';

const outcome = (
  operation: Parameters<typeof ethInput>[0],
  rules: Parameters<typeof decideOn>[2],
  settings = {},
) => decideOn('ETH', ethInput(operation), rules, settings).outcome;

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
    expect(decideOn('ETH', ethInput(hash), rules)).toMatchObject({
      outcome: 'deny',
      reason: 'raw_hash_signing',
    });
    expect(outcome(hash, rules, { rawHashSigning: 'allow' })).toBe('allow');
    expect(outcome(hash, [])).toBe('allow');
    const never = [rule('eth_sign', 'DENY', when('system', 'current_unix_timestamp', 'gt', 0))];
    expect(outcome(hash, never, { rawHashSigning: 'allow' })).toBe('deny');
  });

  it('allows a bare hash when only a STEP_UP policy covers the chain that does not reach the user', () => {
    const rules = [
      rule('eth_signTransaction', 'require_mfa', when('ethereum_transaction', 'value', 'gt', 5)),
    ];
    expect(outcome(hash, rules, { stepUpApplies: false })).toBe('allow');
    expect(outcome(hash, rules, { stepUpApplies: true })).toBe('deny');
  });

  it('decides about EIP-7702 by its own method, and about chain id 0 by the setting, even with evaluation off', () => {
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
    expect(decideOn('ETH', ethInput(delegation(0n)), [], off)).toMatchObject({
      reason: 'eip7702_any_chain',
    });
    expect(outcome(delegation(0n), [], { ...off, anyChainDelegation: 'allow' })).toBe('allow');
    const chain = [
      rule('eth_sign7702Authorization', 'DENY', when('ethereum_7702_authorization', 'chain_id', 'eq', 5)),
    ];
    expect(outcome(delegation(0n), chain, { anyChainDelegation: 'allow' })).toBe('deny');
    expect(decideOn('ETH', ethInput(delegation(1n)), chain)).toMatchObject({ reason: 'eip7702' });
  });
});

describe('a message that is wrapped for an account with code (ERC-7739)', () => {
  const content = (operator: string, value: string) => when('message', 'content', operator, value);
  const prefixed = (text: string) =>
    `0x${Buffer.from(`\u0019Ethereum Signed Message:\n${Buffer.byteLength(text)}${text}`).toString('hex')}`;
  const domain = { name: 'Account', version: '1', chainId: 1, verifyingContract: mallory };
  const wrapped = (text: string) =>
    ofType('PersonalSign(bytes prefixed)', { prefixed: prefixed(text) }, domain);
  const login = ofType('Login(address wallet,string text)', { text: 'approve all' }, domain);

  it.each([
    ['a substring of it', content('contains', 'approve')],
    ['all of it', content('eq', 'approve all')],
    ['its length', when('message', 'length', 'eq', 11)],
    ['only the time', when('system', 'current_unix_timestamp', 'gt', 0)],
  ])('falls under rules about messages that look at %s', (_, condition) => {
    for (const [action, expected] of [
      ['DENY', 'deny'],
      ['require_mfa', 'require_mfa'],
    ] as const) {
      const rules = [rule('personal_sign', action, condition)];
      expect(outcome(wrapped('approve all'), rules)).toBe(expected);
      // The message itself is the same. Other typed data is not.
      expect(outcome({ kind: 'message', message: Buffer.from('approve all'), format: 'eip191' }, rules)).toBe(
        expected,
      );
      expect(outcome(login, rules)).toBe('allow');
    }
  });

  it('is denied when it contains no message, and signed when it contains another one', () => {
    const rules = [rule('personal_sign', 'DENY', content('contains', 'approve'))];
    expect(outcome(ofType('PersonalSign(bytes prefixed)', { prefixed: '0x1901' }, domain), rules)).toBe(
      'deny',
    );
    expect(outcome(wrapped('login'), rules)).toBe('allow');
    expect(outcome(wrapped('login'), [rule('personal_sign', 'DENY')])).toBe('deny');
  });

  it('is allowed by no rule that allows messages', () => {
    const rules = [rule('personal_sign', 'ALLOW', content('contains', 'login'))];
    expect(outcome(wrapped('login'), rules, { defaultAction: 'deny' })).toBe('deny');
  });
});
