import { validateChanges, validatePolicy } from './validate-policy.js';
import {
  abi,
  bitcoin,
  condition,
  only,
  other,
  pathsOf,
  policy,
  rule,
  solana,
  withCondition,
  withRule,
} from '../../test/policy-drafts.js';

describe('validatePolicy', () => {
  it('gives each path as seen from the request that contains the policy', () => {
    expect(pathsOf(() => validatePolicy({ ...withRule({ name: '' }), scope: '' }, '/policy'))).toEqual([
      '/policy/scope',
    ]);
    expect(pathsOf(() => validatePolicy(withRule({ name: '' }), '/policy'))).toEqual([
      '/policy/rules/0/name',
    ]);
  });

  it.each([
    ['the smallest policy', policy],
    ['everything', { ...policy, is_active: false, description: 'd', name: 'é'.repeat(255) }],
    ['no description', { ...policy, description: null }],
    ['a hundred rules', { ...policy, rules: new Array(100).fill(rule) }],
    ['STEP_UP with require_mfa', { ...withRule({ action: 'require_mfa' }), scope: 'STEP_UP' }],
    ['ALLOW', withRule({ action: 'ALLOW' })],
    [
      'every method, with a condition that all of them have',
      only('*', other('system', 'current_unix_timestamp', 'gt', 1)),
    ],
    ['the largest uint256', withCondition({ operator: 'eq', value: (2n ** 256n - 1n).toString() })],
    [
      'a list',
      withCondition({ field: 'to', operator: 'in', value: ['0x1111111111111111111111111111111111111111'] }),
    ],
    [
      'typed data',
      only('eth_signTypedData_v4', other('typed_data', 'typed_data_message_a.b.c', 'contains', 'x')),
    ],
    [
      'calldata',
      only('eth_signTransaction', other('ethereum_calldata', 'transfer.amount', 'gt', 9, { abi })),
    ],
    [
      'a spending window',
      only(
        'eth_signTransaction',
        other('spending_window', 'native_amount', 'gt', '1', { window_seconds: 3600 }),
      ),
    ],
    ['a window on SOL', solana(other('spending_window', 'native_amount', 'gt', 1, { window_seconds: 60 }))],
    [
      'a Bitcoin address',
      bitcoin(other('bitcoin_transaction', 'output_address', 'eq', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2')),
    ],
    ['an interval', withRule({ conditions: [condition, { ...condition, operator: 'lt', value: 3 }] })],
  ])('accepts %s', (_name, body) => {
    expect(validatePolicy(body)).toMatchObject(body);
  });

  it('fills in what may be left out', () => {
    expect(validatePolicy(policy)).toEqual({ ...policy, is_active: true, description: null });
  });

  it.each([
    ['an empty message', { name: '', chain: '', scope: '', rules: [] }, ['/name', '/scope', '/chain']],
    ['an empty name', { ...policy, name: '' }, ['/name']],
    ['a name that is too long', { ...policy, name: 'x'.repeat(256) }, ['/name']],
    ['NUL in the name', { ...policy, name: 'a\0b' }, ['/name']],
    ['NUL in the description', { ...policy, description: 'a\0b' }, ['/description']],
    ['NUL in the name of a rule', { ...policy, rules: [{ ...rule, name: 'a\0b' }] }, ['/rules/0/name']],
    ['half a surrogate pair', { ...policy, name: '\ud800' }, ['/name']],
    ['another chain', { ...policy, chain: 'eth' }, ['/chain']],
    ['another scope', { ...policy, scope: 'LOCAL' }, ['/scope']],
    ['a description that is too long', { ...policy, description: 'x'.repeat(1001) }, ['/description']],
  ])('refuses %s and names the field', (_name, body, paths) => {
    expect(pathsOf(() => validatePolicy(body))).toEqual(paths);
  });

  it('reports all mistakes at once', () => {
    const body = {
      ...policy,
      name: '',
      rules: [
        { ...rule, method: 'x' },
        { ...rule, action: 'x' },
      ],
    };
    expect(pathsOf(() => validatePolicy(body))).toEqual(['/name', '/rules/0/method', '/rules/1/action']);
  });
});

describe('validateChanges', () => {
  const current = validatePolicy(policy);

  it.each([
    ['nothing', {}],
    ['the state', { is_active: false }],
    ['removing the description', { description: null }],
    ['rules', { rules: [rule] }],
    ['scope and rules together', { scope: 'STEP_UP', rules: [{ ...rule, action: 'require_mfa' }] }],
  ])('accepts %s', (_name, body) => {
    expect(validateChanges(current, body)).toEqual(body);
  });

  it("accepts the policy's own chain, which changes nothing", () => {
    expect(validateChanges(current, { chain: 'ETH' })).toEqual({});
  });

  it.each([
    ['another chain', { chain: 'SOL' }, ['/chain']],
    ['no chain', { chain: '' }, ['/chain']],
    ['a scope that does not fit the rules', { scope: 'STEP_UP' }, ['/rules/0/action']],
    ['rules that do not fit the scope', { rules: [{ ...rule, action: 'require_mfa' }] }, ['/rules/0/action']],
    ['no name', { name: '' }, ['/name']],
  ])('refuses %s', (_name, body, paths) => {
    expect(pathsOf(() => validateChanges(current, body))).toEqual(paths);
  });
});
