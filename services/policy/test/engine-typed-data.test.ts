import type { Condition } from '../src/engine/rule.js';
import { decideOn, rule, when } from './engine-harness.js';
import { ethInput, ethWallet, mallory, token, typedData } from './operations.js';

const outcome = (
  operation: Parameters<typeof ethInput>[0],
  rules: Parameters<typeof decideOn>[2],
  settings = {},
) => decideOn('ETH', ethInput(operation), rules, settings).outcome;

const permit = {
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Permit: [
      { name: 'owner', type: 'address' },
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
      { name: 'details', type: 'Details[]' },
    ],
    Details: [{ name: 'note', type: 'string' }],
  },
  primaryType: 'Permit',
  domain: { name: 'USD Coin', chainId: 1, verifyingContract: token },
  message: {
    owner: ethWallet.address,
    spender: mallory,
    value: '500',
    details: [{ note: 'a' }, { note: 'b' }],
  },
};
const simple = {
  types: { EIP712Domain: permit.types.EIP712Domain, Permit: permit.types.Permit.slice(0, 3) },
  primaryType: 'Permit',
  domain: permit.domain,
  message: { owner: ethWallet.address, spender: mallory, value: '500' },
};

describe('a condition on typed data', () => {
  const td = (field: string, operator: string, value: Condition['value']) =>
    when('typed_data', field, operator, value);
  const deny = (...conditions: Condition[]) => [rule('eth_signTypedData_v4', 'DENY', ...conditions)];

  it.each([
    ['the domain name', td('typed_data_domain_name', 'eq', 'USD Coin'), 'deny'],
    ['the chain', td('typed_data_domain_chainId', 'neq', 1), 'allow'],
    ['the verifying contract', td('typed_data_domain_verifyingContract', 'eq', token), 'deny'],
    ['the primary type', td('typed_data_primary_type', 'starts_with', 'Perm'), 'deny'],
    ['an address in the message', td('typed_data_message_spender', 'in', [mallory]), 'deny'],
    ['an amount in the message', td('typed_data_message_value', 'gt', '499'), 'deny'],
    ['an amount within the limit', td('typed_data_message_value', 'gt', '500'), 'allow'],
    ['text in an array', td('typed_data_message_details.note', 'eq', 'b'), 'deny'],
    ['one element of an array', td('typed_data_message_details.0.note', 'eq', 'b'), 'allow'],
    ['a field that the message does not have', td('typed_data_message_deadline', 'gt', 0), 'allow'],
    ['an amount compared with text', td('typed_data_message_value', 'contains', '5'), 'deny'],
    ['a structure without a value', td('typed_data_message_details', 'eq', 'b'), 'deny'],
    ['a domain field that is left out', td('typed_data_domain_version', 'eq', '1'), 'allow'],
    ['a domain field that is left out, negated', td('typed_data_domain_version', 'neq', '1'), 'deny'],
  ])('reads %s', (_name, condition, expected) => {
    expect(outcome(typedData(permit), deny(condition))).toBe(expected);
  });

  it('treats a domain without a chain or contract as valid for all of them', () => {
    const types = { Permit: simple.types.Permit };
    const open = typedData({ ...simple, types, domain: { name: permit.domain.name } });
    expect(outcome(open, deny(td('typed_data_domain_chainId', 'eq', 137)))).toBe('deny');
    expect(outcome(open, deny(td('typed_data_domain_verifyingContract', 'eq', token)))).toBe('deny');
  });

  it.each(['eth_signTypedData', 'eth_signTypedData_v1', 'eth_signTypedData_v3', 'eth_signTypedData_v4'])(
    'covers every version of typed data when its method is %s',
    (method) => {
      const rules = [rule(method, 'DENY', td('typed_data_message_spender', 'eq', mallory))];
      expect(outcome(typedData(simple, 'v3'), rules)).toBe('deny');
      expect(outcome(typedData(simple, 'v4'), rules)).toBe('deny');
      const v1 = typedData([{ type: 'address', name: 'spender', value: mallory }] as never, 'v1');
      expect(outcome(v1, rules)).toBe('deny');
    },
  );
});

describe('typed data of the first version', () => {
  const named = (type: string, name: string, value: unknown) => ({ type, name, value });
  const v1 = (...entries: object[]) => typedData(entries, 'v1');
  const text = (operator: string, value: Condition['value'], path = 'Message') =>
    when('typed_data', `typed_data_message_${path}`, operator, value);
  const classic = v1(named('string', 'Message', 'Hi, Alice!'), named('uint32', 'A number', '1337'));
  const ambiguous = [
    ['the example that wallets know', classic],
    ['two strings', v1(named('string', 'Message', 'Hi, '), named('string', 'More', 'Alice!'))],
    ['a name that swallows an entry', v1(named('string', 'Messageuint32 A number', 'Hi'))],
  ] as const;
  const closed = { defaultAction: 'deny' };

  it.each(ambiguous)('is unknown when it can be read in several ways: %s', (_name, operation) => {
    for (const condition of [
      text('eq', 'nothing'),
      text('neq', 'Hi, Alice!'),
      text('eq', 1, 'elsewhere'),
      text('contains', 'x'),
    ]) {
      expect(outcome(operation, [rule('eth_signTypedData_v4', 'DENY', condition)])).toBe('deny');
      expect(outcome(operation, [rule('eth_signTypedData_v1', 'require_mfa', condition)])).toBe(
        'require_mfa',
      );
    }
    for (const condition of [text('eq', 'Hi, Alice!'), text('neq', 'x'), text('starts_with', 'Hi')])
      expect(outcome(operation, [rule('eth_signTypedData_v1', 'ALLOW', condition)], closed)).toBe('deny');
  });

  it.each(ambiguous)('is signed when no rule looks at its message: %s', (_name, operation) => {
    expect(outcome(operation, [])).toBe('allow');
    const always = when('system', 'current_unix_timestamp', 'gt', 1);
    const ofDomain = when('typed_data', 'typed_data_domain_name', 'eq', 'USD Coin');
    expect(outcome(operation, [rule('eth_signTypedData', 'DENY', ofDomain)])).toBe('allow');
    expect(outcome(operation, [rule('eth_signTypedData', 'ALLOW', always)], closed)).toBe('allow');
  });

  it('is read when there is only one way', () => {
    const single = v1(named('string', 'Message', 'Hi, Alice!'));
    expect(outcome(single, [rule('eth_signTypedData', 'DENY', text('eq', 'Hi'))])).toBe('allow');
    const greeting = rule('eth_signTypedData', 'ALLOW', text('starts_with', 'Hi'));
    expect(outcome(single, [greeting], closed)).toBe('allow');
  });
});

describe('an address in a field that is a string', () => {
  const checksummed = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
  const spellings = [checksummed, token, `0x${token.slice(2).toUpperCase()}`];
  const types = { Order: [{ name: 'payee', type: 'string' }] };
  const order = (payee: string) =>
    typedData({ types, primaryType: 'Order', domain: permit.domain, message: { payee } });
  const payee = (operator: string, value: Condition['value']) => [
    rule('eth_signTypedData', 'DENY', when('typed_data', 'typed_data_message_payee', operator, value)),
  ];

  it.each(spellings.flatMap((written) => spellings.map((ruled) => [written, ruled] as const)))(
    'is the same as %s and %s',
    (written, ruled) => {
      expect(outcome(order(written), payee('eq', ruled))).toBe('deny');
      expect(outcome(order(written), payee('in', [mallory, ruled]))).toBe('deny');
      expect(outcome(order(written), payee('neq', ruled))).toBe('allow');
      expect(outcome(order(written), payee('not_in', [mallory, ruled]))).toBe('allow');
    },
  );

  it('differs when a digit differs, and other text is compared unchanged', () => {
    expect(outcome(order(mallory), payee('eq', checksummed))).toBe('allow');
    expect(outcome(order('0xABC'), payee('eq', '0xabc'))).toBe('allow');
  });
});

describe('an address in a word of 32 bytes', () => {
  const bridged = (recipient: string) =>
    typedData({
      types: { Bridge: [{ name: 'recipient', type: 'bytes32' }] },
      primaryType: 'Bridge',
      domain: {},
      message: { recipient },
    });
  const word = (address: string) => `0x${'00'.repeat(12)}${address.slice(2)}`;
  const to = (operator: string, value: Condition['value']) =>
    when('typed_data', 'typed_data_message_recipient', operator, value);
  const outcomeOf = (recipient: string, action: 'DENY' | 'ALLOW', condition: Condition) =>
    outcome(bridged(recipient), [rule('eth_signTypedData', action, condition)], {
      defaultAction: action === 'ALLOW' ? 'deny' : 'allow',
    });

  it('may be matched by a rule about the address', () => {
    expect(outcomeOf(word(mallory), 'DENY', to('eq', mallory))).toBe('deny');
    expect(outcomeOf(word(mallory), 'DENY', to('in', [token, mallory]))).toBe('deny');
    expect(outcomeOf(word(mallory), 'ALLOW', to('eq', mallory))).toBe('deny');
    expect(outcomeOf(word(token), 'DENY', to('eq', mallory))).toBe('allow');
    expect(outcomeOf(`0x${'01'.repeat(12)}${mallory.slice(2)}`, 'DENY', to('eq', mallory))).toBe('allow');
  });

  it('is unchanged for a rule about the word', () => {
    expect(outcomeOf(word(mallory), 'ALLOW', to('eq', word(mallory)))).toBe('allow');
    expect(outcomeOf(word(mallory), 'DENY', to('eq', word(token)))).toBe('allow');
  });
});
