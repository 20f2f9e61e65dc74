import type { Condition } from '../src/engine/rule.js';
import { decideOn, rule, when } from './engine-harness.js';
import { ethSubject, ethWallet, mallory, token, typedData } from './operations.js';

const outcome = (
  operation: Parameters<typeof ethSubject>[0],
  rules: Parameters<typeof decideOn>[2],
  standards = {},
) => decideOn('ETH', ethSubject(operation), rules, standards).outcome;

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

  it('takes a domain without a chain or contract to be good for all of them', () => {
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
