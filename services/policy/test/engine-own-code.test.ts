import { erc20Abi, type Hex } from 'viem';
import type { Condition, Rule } from '../src/engine/rule.js';
import { decideOn, rule, when } from './engine-harness.js';
import { alice, ethInput, ethWallet, mallory, payment, token } from './operations.js';
import { ofType } from './typed-data-of-type.js';

// An account with code (EIP-7702) that calls itself does what its code makes of the data. It can pay anybody any
// amount.

const own = ethWallet.address;
const selfCall = (data: Hex) => {
  const free = { value: 0n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n };
  return ethInput(payment({ to: own as Hex, data, ...free }));
};
const execute = '0xe9ae5c53';
const deny = (...conditions: readonly Condition[]) => rule('eth_signTransaction', 'DENY', ...conditions);
const limits: readonly [string, Rule][] = [
  ['value', deny(when('ethereum_transaction', 'value', 'gt', '1000'))],
  ['a recipient', deny(when('ethereum_transaction', 'to', 'eq', mallory))],
  ['other recipients', deny(when('ethereum_transaction', 'to', 'not_in', [alice]))],
  [
    'calldata',
    deny(when('ethereum_calldata', 'transfer.recipient', 'eq', mallory, { abi: abiOf('transfer') })),
  ],
  [
    'a native window',
    deny(when('spending_window', 'native_amount', 'gt', '1000000', { window_seconds: 60 })),
  ],
  ['a token window', deny(when('spending_window', 'token_amount', 'gt', '1', { window_seconds: 60, token }))],
];
function abiOf(name: string) {
  return erc20Abi.filter((item) => item.type === 'function' && item.name === name);
}

it.each(limits)('a call to itself with data is unknown to a rule about %s', (_name, limit) => {
  expect(decideOn('ETH', selfCall(execute), [limit]).outcome).toBe('deny');
});

it.each(limits)('so is a call of a Safe to itself, for a rule about %s', (name, limit) => {
  const type =
    'SafeTx(address to,uint256 value,bytes data,uint8 operation,uint256 safeTxGas,' +
    'uint256 baseGas,uint256 gasPrice,address gasToken,address refundReceiver,uint256 nonce)';
  const message = { to: alice, data: '0x0d582f13' };
  const input = ethInput(ofType(type, message, { chainId: 1, verifyingContract: alice }));
  const isNamed = name === 'other recipients';
  expect(decideOn('ETH', input, [limit]).outcome).toBe(isNamed ? 'allow' : 'deny');
});

it('a call without data runs no function', () => {
  for (const [name, limit] of limits)
    expect(decideOn('ETH', selfCall('0x'), [limit]).outcome).toBe(
      name === 'other recipients' ? 'deny' : 'allow',
    );
});

it('such a call is allowed by a rule that names the wallet, and not by one about the value', () => {
  const closed = { defaultAction: 'deny' } as const;
  const allow = (condition: Condition) =>
    decideOn('ETH', selfCall(execute), [rule('eth_signTransaction', 'ALLOW', condition)], closed).outcome;
  expect(allow(when('ethereum_transaction', 'value', 'lte', 5))).toBe('deny');
  expect(allow(when('ethereum_transaction', 'to', 'eq', own))).toBe('allow');
});
