import { validatePolicy } from './validate-policy.js';
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

describe('the rules of a policy', () => {
  it.each([
    ['no rules', { ...policy, rules: [] }, ['/rules']],
    ['101 rules', { ...policy, rules: new Array(101).fill(rule) }, ['/rules']],
    [
      'more than 600 conditions together',
      { ...policy, rules: new Array(13).fill({ ...rule, conditions: new Array(50).fill(condition) }) },
      ['/rules'],
    ],
    [
      'more than 1,000 listed values together',
      {
        ...policy,
        rules: new Array(3).fill({
          ...rule,
          conditions: [
            { ...condition, operator: 'in', value: Array.from({ length: 334 }, (_, i) => `${i}`) },
          ],
        }),
      },
      ['/rules'],
    ],
    ['a misspelt method', withRule({ method: 'eth_signTransactions' }), ['/rules/0/method']],
    ['the method of another chain', { ...policy, chain: 'SOL' }, ['/rules/0/method']],
    ['a method from Object.prototype', withRule({ method: 'constructor' }), ['/rules/0/method']],
    ['another action', withRule({ action: 'BLOCK' }), ['/rules/0/action']],
    ['require_mfa in a GLOBAL policy', withRule({ action: 'require_mfa' }), ['/rules/0/action']],
    ['DENY in a STEP_UP policy', { ...policy, scope: 'STEP_UP' }, ['/rules/0/action']],
    ['no conditions', withRule({ conditions: [] }), ['/rules/0/conditions']],
    ['too many conditions', withRule({ conditions: new Array(51).fill(condition) }), ['/rules/0/conditions']],
    [
      'an option of another source',
      withCondition({ window_seconds: 60 }),
      ['/rules/0/conditions/0/window_seconds'],
    ],
    [
      'an unknown source',
      withCondition({ field_source: 'ethereum' }),
      ['/rules/0/conditions/0/field_source'],
    ],
    [
      'the source of another method',
      withRule({ method: 'personal_sign' }),
      ['/rules/0/conditions/0/field_source'],
    ],
    ['a source that not all methods have', withRule({ method: '*' }), ['/rules/0/conditions/0/field_source']],
    ['an unknown field', withCondition({ field: 'amount' }), ['/rules/0/conditions/0/field']],
    ['a field from Object.prototype', withCondition({ field: '__proto__' }), ['/rules/0/conditions/0/field']],
    ['an unknown operator', withCondition({ operator: '>' }), ['/rules/0/conditions/0/operator']],
    [
      'an operator of another type',
      withCondition({ operator: 'contains' }),
      ['/rules/0/conditions/0/operator'],
    ],
    ['a list where one value is expected', withCondition({ value: ['1'] }), ['/rules/0/conditions/0/value']],
    [
      'one value where a list is expected',
      withCondition({ operator: 'in' }),
      ['/rules/0/conditions/0/value'],
    ],
    ['an empty list', withCondition({ operator: 'in', value: [] }), ['/rules/0/conditions/0/value']],
    [
      'a list with a wrong value',
      withCondition({ operator: 'in', value: ['1', 'x'] }),
      ['/rules/0/conditions/0/value/1'],
    ],
    [
      'a duplicate value',
      withCondition({ operator: 'in', value: ['1', '1'] }),
      ['/rules/0/conditions/0/value/1'],
    ],
    ['a decimal fraction', withCondition({ value: '1.5' }), ['/rules/0/conditions/0/value']],
    ['a fraction as a number', withCondition({ value: 1.5 }), ['/rules/0/conditions/0/value']],
    ['a unit', withCondition({ value: '1 ETH' }), ['/rules/0/conditions/0/value']],
    ['leading zeros', withCondition({ value: '007' }), ['/rules/0/conditions/0/value']],
    ['no value', withCondition({ value: null }), ['/rules/0/conditions/0/value']],
    [
      'no value in a list',
      withCondition({ operator: 'in', value: ['1', null] }),
      ['/rules/0/conditions/0/value/1'],
    ],
    ['NaN', withCondition({ value: NaN }), ['/rules/0/conditions/0/value']],
    [
      'an empty message',
      { ...policy, rules: [{ name: '', method: '', action: '', conditions: [] }] },
      ['/rules/0/name', '/rules/0/action', '/rules/0/method'],
    ],
    ['a negative amount', withCondition({ value: '-1' }), ['/rules/0/conditions/0/value']],
    [
      'more than a uint256',
      withCondition({ operator: 'lt', value: (2n ** 256n).toString() }),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'more than the largest value',
      withCondition({ value: (2n ** 256n - 1n).toString() }),
      ['/rules/0/conditions/0/value'],
    ],
    ['less than nothing', withCondition({ operator: 'lt', value: 0 }), ['/rules/0/conditions/0/value']],
    [
      'an address that is too short',
      withCondition({ field: 'to', operator: 'eq', value: '0x11' }),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'an address with a wrong checksum',
      withCondition({ field: 'to', operator: 'eq', value: '0xA0b86991c6218b36c1d19d4a2e9eb0ce3606eb48' }),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'a type that does not exist',
      withCondition({ field: 'type', operator: 'eq', value: '1559' }),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'an odd number of hex digits',
      withCondition({ field: 'data', operator: 'starts_with', value: '0xabc' }),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'an empty prefix',
      withCondition({ field: 'data', operator: 'starts_with', value: '0x' }),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'a time in milliseconds',
      only('*', other('system', 'current_unix_timestamp', 'lt', 1_700_000_000_000)),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'a field that typed data does not have',
      only('eth_signTypedData_v4', other('typed_data', 'domain.name', 'eq', 'x')),
      ['/rules/0/conditions/0/field'],
    ],
    [
      'a domain field that EIP-712 does not have',
      only('eth_signTypedData_v4', other('typed_data', 'typed_data_domain_chain', 'eq', 1)),
      ['/rules/0/conditions/0/field'],
    ],
    [
      'a comparison of text',
      only('eth_signTypedData_v4', other('typed_data', 'typed_data_message_a', 'gt', 'x')),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'calldata without an ABI',
      only('eth_signTransaction', other('ethereum_calldata', 'transfer.to', 'eq', 1)),
      ['/rules/0/conditions/0/abi'],
    ],
    [
      'a function that the ABI does not have',
      only('eth_signTransaction', other('ethereum_calldata', 'approve.to', 'eq', 1, { abi })),
      ['/rules/0/conditions/0/field'],
    ],
    [
      'an argument that the function does not have',
      only('eth_signTransaction', other('ethereum_calldata', 'transfer.value', 'eq', 1, { abi })),
      ['/rules/0/conditions/0/field'],
    ],
    [
      'an amount outside the range of its ABI type',
      only('eth_signTransaction', other('ethereum_calldata', 'transfer.amount', 'eq', 256, { abi })),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'an ABI with an unknown type',
      only(
        'eth_signTransaction',
        other('ethereum_calldata', 'f.a', 'eq', 1, {
          abi: [{ name: 'f', inputs: [{ name: 'a', type: 'uint7' }] }],
        }),
      ),
      ['/rules/0/conditions/0/abi/0/inputs/0/type'],
    ],
    [
      'a window that is too short',
      only('eth_signTransaction', other('spending_window', 'native_amount', 'gt', 1, { window_seconds: 1 })),
      ['/rules/0/conditions/0/window_seconds'],
    ],
    [
      'a window that limits nothing',
      only('eth_signTransaction', other('spending_window', 'native_amount', 'lt', 1, { window_seconds: 60 })),
      ['/rules/0/conditions/0/operator'],
    ],
    [
      'a window on tokens without a token',
      only('eth_signTransaction', other('spending_window', 'token_amount', 'gt', 1, { window_seconds: 60 })),
      ['/rules/0/conditions/0/token'],
    ],
    [
      'an account of the wrong length',
      solana(other('solana_program_instruction', 'programId', 'eq', '1111')),
      ['/rules/0/conditions/0/value'],
    ],
    ['a field of another chain', solana(condition), ['/rules/0/conditions/0/field_source']],
    [
      'a Bitcoin address with a wrong checksum',
      bitcoin(other('bitcoin_transaction', 'output_address', 'eq', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN3')),
      ['/rules/0/conditions/0/value'],
    ],
    [
      'conditions that exclude each other',
      withRule({ conditions: [condition, { ...condition, operator: 'lt', value: 2 }] }),
      ['/rules/0/conditions'],
    ],
    [
      'two values for one field',
      withRule({ conditions: [1, 2].map((value) => ({ ...condition, operator: 'eq', value })) }),
      ['/rules/0/conditions'],
    ],
    [
      'two prefixes for one field',
      only(
        'personal_sign',
        other('message', 'content', 'starts_with', 'ab'),
        other('message', 'content', 'starts_with', 'b'),
      ),
      ['/rules/0/conditions'],
    ],
  ])('are refused with %s, and the field is named', (_name, body, paths) => {
    expect(pathsOf(() => validatePolicy(body))).toEqual(paths);
  });
});
