import { encodeFunctionData, erc20Abi } from 'viem';
import type { Operation } from '@wallet-service/chains';
import type { Condition, Rule } from '../src/engine/rule.js';
import { spentOf } from '../src/engine/spending.js';
import { typedDataSchemas } from '../src/engine/typed-data-schemas.js';
import { decideOn, rule, when } from './engine-harness.js';
import { alice, ethInput, ethWallet, mallory, token } from './operations.js';
import { ofType } from './typed-data-of-type.js';

// Typed data that somebody else turns into a transaction.

const own = ethWallet.address;
const unknowable: unknown = expect.any(String);
const ether = 10n ** 18n;
const stolen = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [mallory, 7n] });
const typeNamed = (name: string, at = 0): string =>
  typedDataSchemas.filter(({ type }) => type.startsWith(`${name}(`))[at]?.type ?? '';

const zk = (message: object = {}, domain: object = {}) =>
  ofType(
    typeNamed('Transaction'),
    {
      ...{ txType: 113, from: BigInt(own).toString(), to: BigInt(mallory).toString() },
      ...{ value: (100n * ether).toString(), gasLimit: 1000, maxFeePerGas: 2, maxPriorityFeePerGas: 1 },
      ...message,
    },
    { name: 'zkSync', version: '2', chainId: 324, ...domain },
  );
const at = (verifyingContract: string) => ({ chainId: 1, verifyingContract });
const forwarded = (message: object = {}) =>
  ofType(typeNamed('ForwardRequest'), { from: own, to: mallory, value: 9, ...message }, at(alice));
const safe = (message: object = {}) =>
  ofType(typeNamed('SafeTx'), { to: mallory, value: 9, ...message }, at(alice));
const callPermit = (message: object = {}) =>
  ofType(
    typeNamed('CallPermit'),
    { from: own, to: mallory, value: 9, ...message },
    { name: 'Call Permit Precompile', version: '1', ...at(`0x${'00'.repeat(18)}080a`), chainId: 1284 },
  );
const userOperation = ofType(
  typeNamed('PackedUserOperation'),
  { sender: own },
  { name: 'ERC4337', version: '1', ...at(alice) },
);
const custom = (domain: object = at(alice)) =>
  ofType('Move(address receiver,uint256 amount)', { receiver: mallory, amount: 1 }, domain);

const ofTransaction = (field: string, operator: string, value: Condition['value']) =>
  when('ethereum_transaction', field, operator, value);
const deny = (...conditions: readonly Condition[]) => rule('eth_signTransaction', 'DENY', ...conditions);
const nativeLimit = deny(when('spending_window', 'native_amount', 'gt', '1000000', { window_seconds: 60 }));
const outcome = (operation: Operation, rules: readonly Rule[], settings = {}) =>
  decideOn('ETH', ethInput(operation), rules, settings).outcome;

describe('a ZK Stack transaction', () => {
  it.each<[string, Rule]>([
    ['value', deny(ofTransaction('value', 'gt', '1000'))],
    ['to', deny(ofTransaction('to', 'eq', mallory))],
    ['a forbidden recipient', deny(ofTransaction('to', 'not_in', [alice]))],
    ['a native window', nativeLimit],
    ['the chain', deny(ofTransaction('chain_id', 'eq', 324))],
    ['gas', deny(ofTransaction('gas', 'gte', 1000))],
    ['the fee', deny(ofTransaction('max_total_fee', 'gte', 2000))],
    ['the type of the transaction', deny(ofTransaction('type', 'neq', 'eip1559'))],
    ['the time', deny(when('system', 'current_unix_timestamp', 'gt', 1))],
  ])('is denied by a rule about %s', (_name, each) => {
    expect(outcome(zk(), [each])).toBe('deny');
    expect(outcome(zk(), [{ ...each, action: 'require_mfa' }])).toBe('require_mfa');
  });

  it.each<[string, Rule]>([
    ['value', deny(ofTransaction('value', 'gt', (100n * ether).toString()))],
    ['to', deny(ofTransaction('to', 'eq', alice))],
    ['the chain', deny(ofTransaction('chain_id', 'eq', 1))],
    ['value and to together', deny(ofTransaction('value', 'gt', 5), ofTransaction('to', 'eq', alice))],
  ])('is signed under a rule about other %s', (_name, each) => {
    expect(outcome(zk(), [each])).toBe('allow');
  });

  it('counts its value and its maximum fee, and the tokens that it transfers', () => {
    expect(spentOf('native', ethInput(zk()))).toBe(100n * ether + 2000n);
    const call = zk({ to: BigInt(token).toString(), value: 0, data: stolen });
    expect(spentOf(token, ethInput(call))).toBe(7n);
    const abi = erc20Abi.filter((each) => each.name === 'transfer');
    const toMallory = when('ethereum_calldata', 'transfer.recipient', 'eq', mallory, { abi: abi });
    expect(outcome(call, [deny(toMallory)])).toBe('deny');
    expect(outcome(zk(), [deny(toMallory)])).toBe('allow');
  });

  it('counts what it approves for a paymaster, and is also addressed to the paymaster', () => {
    const paymaster = { paymaster: BigInt(alice).toString() };
    const word = (value: string) => value.padStart(64, '0');
    const approving = `0x949431dc${word(token.slice(2))}${word('c')}${word('60')}${word('0')}`;
    const withInput = (paymasterInput: string) => ethInput(zk({ ...paymaster, paymasterInput }));
    expect(spentOf(token, withInput(approving))).toBe(12n);
    expect(spentOf(token, withInput('0x8c5a3445'))).toBe(0n);
    expect(spentOf(token, withInput('0x12345678'))).toEqual(unknowable);
    expect(outcome(zk(paymaster), [deny(ofTransaction('to', 'eq', alice))])).toBe('deny');
    expect(outcome(zk(paymaster), [deny(ofTransaction('to', 'neq', mallory))])).toBe('deny');
  });

  it.each<[string, Operation]>([
    ['of another type', zk({ txType: 2 })],
    ['to a number that is not an address', zk({ to: (1n << 160n).toString() })],
    ['of another domain', zk({}, { name: 'zkSync2' })],
    ['of no chain', ofType(typeNamed('Transaction'), { txType: 113 }, { name: 'zkSync', version: '2' })],
  ])('%s is unknown', (_name, operation) => {
    expect(spentOf('native', ethInput(operation))).toEqual(unknowable);
    expect(outcome(operation, [deny(ofTransaction('value', 'gt', (200n * ether).toString()))])).toBe('deny');
  });

  it('is not allowed by a rule that allows transactions', () => {
    const toMallory = rule('eth_signTransaction', 'ALLOW', ofTransaction('to', 'eq', mallory));
    expect(outcome(zk(), [toMallory], { defaultAction: 'deny' })).toBe('deny');
    const mfa = rule('eth_signTransaction', 'require_mfa', ofTransaction('to', 'eq', mallory));
    expect(outcome(zk(), [mfa], { defaultAction: 'deny' })).toBe('deny');
  });
});

describe('a call that others send', () => {
  const permitted = callPermit();
  it.each<[string, Operation]>([
    ['a forwarder (ERC-2771)', forwarded()],
    ['a Safe', safe()],
    ['Moonbeam’s CallPermit', permitted],
  ])('%s: is seen by rules about to and value, and counted', (_name, operation) => {
    expect(outcome(operation, [deny(ofTransaction('to', 'eq', mallory))])).toBe('deny');
    expect(outcome(operation, [deny(ofTransaction('value', 'gte', 9))])).toBe('deny');
    expect(outcome(operation, [deny(ofTransaction('value', 'gt', 9))])).toBe('allow');
    expect(outcome(operation, [deny(ofTransaction('to', 'eq', alice))])).toBe('allow');
    const isChains = operation === permitted;
    expect(spentOf('native', ethInput(operation))).toEqual(isChains ? unknowable : 9n);
    // The sender chooses the gas.
    expect(
      outcome(operation, [deny(ofTransaction('to', 'eq', mallory), ofTransaction('gas', 'gt', 5))]),
    ).toBe('deny');
  });

  it('of a Safe counts the tokens, and is unknown when foreign code runs or gas is refunded', () => {
    expect(spentOf(token, ethInput(safe({ to: token, value: 0, data: stolen })))).toBe(7n);
    for (const message of [
      { operation: 1 },
      { operation: 2 },
      { gasPrice: 1 },
      { to: alice, data: '0x12345678' },
    ])
      expect(spentOf('native', ethInput(safe(message)))).toEqual(unknowable);
  });

  it.each([
    ['a user operation (ERC-4337)', userOperation],
    [
      'a message of a Safe',
      ofType('SafeMessage(bytes message)', { message: `0x${'ab'.repeat(32)}` }, at(alice)),
    ],
    [
      'a meta-transaction of another form',
      ofType('MetaTx(address from,bytes data)', { from: own }, at(alice)),
    ],
    ['a hash of orders', ofType('Root(bytes32 root)', {}, at(alice))],
    [
      'an agent',
      ofType('Agent(string source,bytes32 connectionId)', {}, { name: 'Exchange', chainId: 1337 }),
    ],
    [
      'a payment in words',
      ofType('Send(string destination,string amount,uint64 time)', {}, { name: 'Hyperliquid' }),
    ],
    ['a schema of its own', custom()],
  ])('%s is unknown to windows and to rules about value', (_name, operation) => {
    for (const asset of ['native', token]) expect(spentOf(asset, ethInput(operation))).toEqual(unknowable);
    expect(outcome(operation, [deny(ofTransaction('value', 'gt', (200n * ether).toString()))])).toBe('deny');
    expect(outcome(operation, [deny(ofTransaction('to', 'eq', alice))])).toBe('deny');
    expect(outcome(operation, [nativeLimit])).toBe('deny');
    expect(outcome(operation, [deny(ofTransaction('gas', 'gt', 5))])).toBe('allow');
    expect(outcome(operation, [])).toBe('allow');
  });
});

describe('a rule that names unknown typed data', () => {
  const td = (field: string, value: Condition['value'], operator = 'eq') =>
    when('typed_data', field, operator, value);
  const byDomain = td('typed_data_domain_verifyingContract', alice);
  const byType = td('typed_data_primary_type', 'Move');
  const naming = (...conditions: readonly Condition[]) =>
    rule('eth_signTypedData_v4', 'ALLOW', ...conditions);
  const limits = [
    nativeLimit,
    deny(ofTransaction('value', 'gt', 5)),
    deny(ofTransaction('to', 'eq', mallory)),
  ];

  it.each<[string, Rule, 'allow' | 'deny']>([
    ['by its domain and its primary type', naming(byDomain, byType), 'allow'],
    ['in lists', naming(td('typed_data_domain_verifyingContract', [alice], 'in'), byType), 'allow'],
    ['but not its primary type', naming(byDomain), 'deny'],
    ['but not its domain', naming(byType), 'deny'],
    ['by its chain', naming(td('typed_data_domain_chainId', 1), byType), 'deny'],
    [
      'by excluding others',
      naming(td('typed_data_domain_verifyingContract', mallory, 'neq'), byType),
      'deny',
    ],
    ['but for another domain', naming(td('typed_data_domain_verifyingContract', mallory), byType), 'deny'],
    ['but with other values', naming(byDomain, byType, td('typed_data_message_amount', 2)), 'deny'],
  ])('covers it when it names it %s', (_name, each, expected) => {
    for (const limit of limits) expect(outcome(custom(), [limit, each])).toBe(expected);
  });

  it('covers nothing that is known', () => {
    const named = (primaryType: string) =>
      naming(td('typed_data_domain_verifyingContract', alice), td('typed_data_primary_type', primaryType));
    expect(outcome(safe(), [deny(ofTransaction('value', 'gt', 5)), named('SafeTx')])).toBe('deny');
    expect(outcome(userOperation, [nativeLimit, named('PackedUserOperation')])).toBe('deny');
    expect(outcome(custom(), [rule('eth_signTypedData', 'DENY', byType), naming(byDomain, byType)])).toBe(
      'deny',
    );
  });
});
