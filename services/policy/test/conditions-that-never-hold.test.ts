import type { Chain } from '@wallet-service/addresses';
import type { ConditionInput } from '../src/engine/field-source.js';
import { bitcoin, calls, of, problemsOf, system, token, typed } from './rule-problems.js';

const sol = 'signTransaction';
const eth = 'eth_signTransaction';
const together = '/rules/0/conditions';
const value = '/rules/0/conditions/0/value';

describe('a condition that can never hold', () => {
  const primary = (operator: string, name: string) => typed('typed_data_primary_type', operator, name);
  const salt = (operator: string, bytes: number) =>
    typed('typed_data_domain_salt', operator, `0x${'ab'.repeat(bytes)}`);
  const long = (operator: string, length: number) => ({
    field_source: 'message',
    field: 'length',
    operator,
    value: length,
  });
  const output = (address: string) => bitcoin('output_address', 'eq', address);
  it.each<[string, Chain, string, ConditionInput, string]>([
    ['a misspelt instruction', 'SOL', sol, system('instructionName', 'eq', 'transfer'), 'Transfer,'],
    ['an instruction of tokens', 'SOL', sol, system('instructionName', 'eq', 'MintTo'), 'Transfer,'],
    ['an instruction of lamports', 'SOL', sol, token('instructionName', 'neq', 'Assign'), 'MintTo,'],
    ['a message length above the limit', 'ETH', 'personal_sign', long('gt', 65_537), 'out of range'],
    ['a message that is longer than the limit', 'SOL', 'signMessage', long('gt', 65_536), 'can never match'],
    ['an empty primary type', 'ETH', 'eth_signTypedData', primary('eq', ''), 'identifier'],
    ['a primary type with a space', 'ETH', 'eth_signTypedData', primary('neq', 'Per mit'), 'identifier'],
    ['the domain as primary type', 'ETH', 'eth_signTypedData', primary('eq', 'EIP712Domain'), 'identifier'],
    ['a substring that no type has', 'ETH', 'eth_signTypedData', primary('contains', 'r m'), 'identifier'],
    ['a salt that is too short', 'ETH', 'eth_signTypedData', salt('eq', 31), '32 bytes'],
    ['a salt that is too long', 'ETH', 'eth_signTypedData', salt('neq', 33), '32 bytes'],
    ['a prefix longer than a salt', 'ETH', 'eth_signTypedData', salt('starts_with', 33), '32 bytes'],
    ['bytes longer than bytes4', 'ETH', eth, calls('approve.id', 'eq', '0x0102030405'), '4 bytes'],
    ['an address of Litecoin', 'BTC', sol, output('LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1'), 'Bitcoin address'],
    [
      'a segwit address of Litecoin',
      'BTC',
      sol,
      output('ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9'),
      'Bitcoin address',
    ],
    [
      'version 0 in bech32m',
      'BTC',
      sol,
      output('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kemeawh'),
      'Bitcoin address',
    ],
    [
      'version 1 in bech32',
      'BTC',
      sol,
      output('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd'),
      'Bitcoin address',
    ],
    [
      'version 0 with 16 bytes',
      'BTC',
      sol,
      output('BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P'),
      'Bitcoin address',
    ],
    ['more than all bitcoin', 'BTC', sol, bitcoin('output_amount', 'lt', '2100000000000001'), 'out of range'],
    ['a fee of more than all bitcoin', 'BTC', sol, bitcoin('fee', 'gte', '2100000000000001'), 'out of range'],
    [
      'a window of more than all bitcoin',
      'BTC',
      sol,
      of('spending_window', { window_seconds: 60 })('native_amount', 'gt', '2100000000000001'),
      'out of range',
    ],
  ])('is refused: %s', (_name, chain, method, condition, because) => {
    expect(problemsOf(chain, method, [condition])).toEqual([[value, expect.stringContaining(because)]]);
  });

  it('is refused: a path in a message with a name that no type has', () => {
    const found = problemsOf('ETH', 'eth_signTypedData_v1', [typed('typed_data_message_A number', 'eq', 1)]);
    expect(found.map(([path]) => path)).toEqual(['/rules/0/conditions/0/field']);
  });

  it.each([
    '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2',
    'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn',
    'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4',
    'tb1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3q0sl5k7',
    'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0',
    // A future witness version (BIP-350). Its output has a script, so it can be paid and named.
    'bc1sw50qgdz25j',
  ])('does not include the Bitcoin address %s', (address) => {
    expect(problemsOf('BTC', sol, [output(address)])).toEqual([]);
  });
});

describe('a rule that allows outputs of a Bitcoin transaction', () => {
  const toFriend = bitcoin('output_address', 'eq', '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2');
  it.each([
    ['an output', [toFriend]],
    ['an amount', [bitcoin('output_amount', 'lte', 5)]],
    [
      'the sum, and only the lower end of the fee',
      [bitcoin('total_amount', 'lte', 5), bitcoin('fee', 'gt', 5)],
    ],
  ])('is refused when it bounds %s but not the fee', (_name, conditions) => {
    expect(problemsOf('BTC', sol, conditions, 'ALLOW')).toEqual([
      [together, expect.stringContaining('bitcoin_transaction.fee')],
    ]);
    expect(problemsOf('BTC', sol, conditions, 'DENY')).toEqual([]);
    const bounded = [...conditions, bitcoin('fee', 'lte', 2000)];
    expect(problemsOf('BTC', sol, bounded, 'ALLOW')).toEqual([]);
  });
});
