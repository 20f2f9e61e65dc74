import { encodeFunctionData, erc20Abi } from 'viem';
import type { Condition } from '../src/engine/rule.js';
import { decideOn, rule, when } from './engine-harness.js';
import { alice, ethInput, legacyPayment, mallory, payment, token, tokenCall } from './operations.js';

const tx = (field: string, operator: string, value: Condition['value']) =>
  when('ethereum_transaction', field, operator, value);
const denyIf = (...conditions: Condition[]) => [rule('eth_signTransaction', 'DENY', ...conditions)];
const outcome = (
  operation: Parameters<typeof ethInput>[0],
  rules: Parameters<typeof decideOn>[2],
  settings = {},
) => decideOn('ETH', ethInput(operation), rules, settings).outcome;

const maxUint256 = (2n ** 256n - 1n).toString();

describe('a condition on an Ethereum transaction', () => {
  it.each([
    ['eq, in any letter case', tx('to', 'eq', alice), 'deny'],
    ['eq with another address', tx('to', 'eq', mallory), 'allow'],
    ['neq', tx('to', 'neq', mallory), 'deny'],
    ['in', tx('to', 'in', [mallory, alice]), 'deny'],
    ['not_in', tx('to', 'not_in', [mallory]), 'deny'],
    ['not_in with the address', tx('to', 'not_in', [alice]), 'allow'],
    ['gt below the value', tx('value', 'gt', '999999999999999999'), 'deny'],
    ['gt the value itself', tx('value', 'gt', '1000000000000000000'), 'allow'],
    ['gte the value itself', tx('value', 'gte', '1000000000000000000'), 'deny'],
    ['lt the value itself', tx('value', 'lt', '1000000000000000000'), 'allow'],
    ['lte the value itself', tx('value', 'lte', '0xde0b6b3a7640000'), 'deny'],
    ['eq a number', tx('chain_id', 'eq', 1), 'deny'],
    ['a fee limit', tx('max_total_fee', 'gt', '209999'), 'deny'],
    ['a fee limit that is respected', tx('max_total_fee', 'gt', '210000'), 'allow'],
    ['gas', tx('gas', 'eq', 21000), 'deny'],
    ['nonce', tx('nonce', 'in', [0, 1]), 'deny'],
    ['empty data', tx('data', 'eq', '0x'), 'deny'],
    ['the type', tx('type', 'eq', 'eip1559'), 'deny'],
    ['a gas price, although the type has none', tx('gas_price', 'gte', 10), 'deny'],
    ['a time that has passed', when('system', 'current_unix_timestamp', 'gte', 1_800_000_000), 'deny'],
    ['a time in the future', when('system', 'current_unix_timestamp', 'gt', 1_800_000_000), 'allow'],
  ])('%s', (_name, condition, expected) => {
    expect(outcome(payment(), denyIf(condition))).toBe(expected);
  });

  it('compares values up to the largest uint256 without rounding', () => {
    const operation = payment({ value: 2n ** 256n - 1n });
    expect(outcome(operation, denyIf(tx('value', 'eq', maxUint256)))).toBe('deny');
    expect(outcome(operation, denyIf(tx('value', 'eq', (2n ** 256n - 2n).toString())))).toBe('allow');
    expect(outcome(operation, denyIf(tx('value', 'gt', (2n ** 256n - 2n).toString())))).toBe('deny');
    expect(
      outcome(payment({ value: 2n ** 53n + 1n }), denyIf(tx('value', 'eq', (2n ** 53n).toString()))),
    ).toBe('allow');
  });

  it('needs all conditions of a rule to hold, and any rule to fire', () => {
    const both = denyIf(tx('to', 'eq', alice), tx('value', 'gt', '2000000000000000000'));
    expect(outcome(payment(), both)).toBe('allow');
    expect(outcome(payment({ value: 3n * 10n ** 18n }), both)).toBe('deny');
    expect(outcome(payment(), [...both, ...denyIf(tx('nonce', 'eq', 0))])).toBe('deny');
  });

  it('treats a transaction without a chain id as valid on every chain', () => {
    const everywhere = legacyPayment({ gasPrice: 10n });
    expect(outcome(everywhere, denyIf(tx('chain_id', 'eq', 137)))).toBe('deny');
    expect(outcome(everywhere, denyIf(tx('chain_id', 'neq', 1)))).toBe('deny');
    const allow = [rule('eth_signTransaction', 'ALLOW', tx('chain_id', 'in', [1, 137]))];
    expect(outcome(everywhere, allow, { defaultAction: 'deny' })).toBe('deny');
  });

  it('treats a contract creation as paying nobody in a list, and allows nothing by a negation', () => {
    const creation = payment({ to: undefined, data: '0x6000' });
    expect(outcome(creation, denyIf(tx('to', 'eq', alice)))).toBe('allow');
    expect(outcome(creation, denyIf(tx('to', 'not_in', [alice])))).toBe('deny');
    const allow = [rule('eth_signTransaction', 'ALLOW', tx('to', 'neq', mallory))];
    expect(outcome(creation, allow, { defaultAction: 'deny' })).toBe('deny');
    expect(outcome(payment(), allow, { defaultAction: 'deny' })).toBe('allow');
  });

  it('limits the gas price of every type of transaction', () => {
    const rules = denyIf(tx('max_fee_per_gas', 'gt', 50));
    expect(outcome(legacyPayment({ chainId: 1, gasPrice: 51n }), rules)).toBe('deny');
    expect(outcome(payment({ maxFeePerGas: 51n }), rules)).toBe('deny');
    expect(outcome(payment(), rules)).toBe('allow');
  });
});

describe('a condition on a contract call', () => {
  const abi = erc20Abi;
  const calldata = (field: string, operator: string, value: Condition['value']) =>
    denyIf(tx('to', 'eq', token), when('ethereum_calldata', field, operator, value, { abi }));
  const transfer = (to: `0x${string}`, amount: bigint) =>
    encodeFunctionData({ abi, functionName: 'transfer', args: [to, amount] });

  it.each([
    ['the name of the function', calldata('function_name', 'eq', 'transfer'), 'deny'],
    ['the name of another function', calldata('function_name', 'eq', 'approve'), 'allow'],
    ['an amount', calldata('transfer.amount', 'gt', 99), 'deny'],
    ['an amount within the limit', calldata('transfer.amount', 'gt', 100), 'allow'],
    ['a recipient', calldata('transfer.recipient', 'in', [mallory]), 'deny'],
    [
      'a recipient by the full signature',
      calldata('transfer(address,uint256).recipient', 'eq', mallory),
      'deny',
    ],
    ['an argument of another function', calldata('approve.amount', 'neq', 5), 'allow'],
  ])('reads %s', (_name, rules, expected) => {
    expect(outcome(tokenCall(transfer(mallory, 100n)), rules)).toBe(expected);
  });

  it('treats data that does not fit the ABI as unknown, so that DENY rules fire and ALLOW rules do not', () => {
    const clean = transfer(alice, 1n);
    const dirtyPadding = `${clean.slice(0, 10)}ff${clean.slice(12)}` as const;
    for (const data of [`${clean}00`, clean.slice(0, -2), dirtyPadding, clean.slice(0, 10)]) {
      expect(outcome(tokenCall(data as `0x${string}`), calldata('transfer.amount', 'gt', 100))).toBe('deny');
      const allow = [
        rule(
          'eth_signTransaction',
          'ALLOW',
          when('ethereum_calldata', 'transfer.amount', 'lte', 100, { abi }),
        ),
      ];
      expect(outcome(tokenCall(data as `0x${string}`), allow, { defaultAction: 'deny' })).toBe('deny');
      expect(outcome(tokenCall(clean), allow, { defaultAction: 'deny' })).toBe('allow');
    }
  });

  it('treats a function that the ABI does not have as being in no list of functions', () => {
    expect(outcome(tokenCall('0xdeadbeef'), calldata('function_name', 'not_in', ['transfer']))).toBe('deny');
    expect(outcome(tokenCall('0xdeadbeef'), calldata('function_name', 'eq', 'transfer'))).toBe('allow');
  });

  it('checks every element of arrays and tuples: one is enough to deny, all are needed to allow', () => {
    const pay = [
      {
        type: 'function',
        name: 'pay',
        inputs: [
          {
            name: 'payments',
            type: 'tuple[]',
            components: [
              { name: 'to', type: 'address' },
              { name: 'amount', type: 'uint256' },
            ],
          },
        ],
        outputs: [],
        stateMutability: 'nonpayable',
      },
    ] as const;
    const call = (...payments: { to: `0x${string}`; amount: bigint }[]) =>
      tokenCall(encodeFunctionData({ abi: pay, functionName: 'pay', args: [payments] }));
    const to = (operator: string, value: Condition['value'], field = 'pay.payments.to') =>
      when('ethereum_calldata', field, operator, value, { abi: pay });
    const mixed = call({ to: alice, amount: 1n }, { to: mallory, amount: 2n });
    const clean = call({ to: alice, amount: 1n });
    expect(outcome(mixed, denyIf(to('eq', mallory)))).toBe('deny');
    expect(outcome(clean, denyIf(to('eq', mallory)))).toBe('allow');
    expect(outcome(mixed, denyIf(to('not_in', [alice])))).toBe('deny');
    expect(outcome(mixed, denyIf(to('eq', mallory, 'pay.payments.0.to')))).toBe('allow');
    expect(outcome(mixed, denyIf(to('gt', 1, 'pay.payments.amount')))).toBe('deny');
    const allow = [rule('eth_signTransaction', 'ALLOW', to('in', [alice]))];
    expect(outcome(mixed, allow, { defaultAction: 'deny' })).toBe('deny');
    expect(outcome(clean, allow, { defaultAction: 'deny' })).toBe('allow');
    expect(outcome(call(), allow, { defaultAction: 'deny' })).toBe('deny');
  });

  it('compares an address in a string argument in any spelling', () => {
    const note = [
      {
        type: 'function',
        name: 'note',
        inputs: [{ name: 'payee', type: 'string' }],
        outputs: [],
        stateMutability: 'nonpayable',
      },
    ] as const;
    const checksummed = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
    const payee = (operator: string, value: Condition['value']) =>
      denyIf(when('ethereum_calldata', 'note.payee', operator, value, { abi: note }));
    const call = tokenCall(encodeFunctionData({ abi: note, functionName: 'note', args: [token] }));
    expect(outcome(call, payee('eq', checksummed))).toBe('deny');
    expect(outcome(call, payee('in', [alice, checksummed]))).toBe('deny');
    expect(outcome(call, payee('neq', checksummed))).toBe('allow');
    expect(outcome(call, payee('not_in', [checksummed]))).toBe('allow');
  });
});
