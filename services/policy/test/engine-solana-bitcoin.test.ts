import {
  AddressLookupTableAccount,
  ComputeBudgetProgram,
  PublicKey,
  SystemProgram,
  TransactionInstruction,
} from '@solana/web3.js';
import type { Condition } from '../src/engine/rule.js';
import { decideOn, rule, when } from './engine-harness.js';
import { btcInput, btcWallet, psbt, solKey, solOperation, solInput } from './operations.js';

const key = (byte: number) => new PublicKey(Buffer.alloc(32, byte));
const friend = key(10);
const thief = key(11);
const mint = key(12);
const source = key(13);
const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

const pay = (to: PublicKey, lamports: number) =>
  SystemProgram.transfer({ fromPubkey: solKey, toPubkey: to, lamports });

function tokenInstruction(data: readonly number[], ...accounts: readonly PublicKey[]) {
  return new TransactionInstruction({
    programId: tokenProgram,
    keys: accounts.map((pubkey) => ({ pubkey, isSigner: pubkey.equals(solKey), isWritable: true })),
    data: Buffer.from(data),
  });
}
const amount = (value: number) => [value, 0, 0, 0, 0, 0, 0, 0];
const tokenTransfer = (to: PublicKey, value: number) =>
  tokenInstruction([3, ...amount(value)], source, to, solKey);
const tokenTransferChecked = (to: PublicKey, value: number) =>
  tokenInstruction([12, ...amount(value), 6], source, mint, to, solKey);

const system = (field: string, operator: string, value: Condition['value']) =>
  when('solana_system_program_instruction', field, operator, value);
const tokens = (field: string, operator: string, value: Condition['value']) =>
  when('solana_token_program_instruction', field, operator, value);
const program = (operator: string, value: Condition['value']) =>
  when('solana_program_instruction', 'programId', operator, value);
const deny = (...conditions: Condition[]) => [rule('signTransaction', 'DENY', ...conditions)];
const allow = (...conditions: Condition[]) => rule('signTransaction', 'ALLOW', ...conditions);
const closed = { defaultAction: 'deny' } as const;

const outcome = (
  instructions: readonly TransactionInstruction[],
  rules: Parameters<typeof decideOn>[2],
  settings: Parameters<typeof decideOn>[3] = {},
  tables?: readonly AddressLookupTableAccount[],
) => decideOn('SOL', solInput(solOperation(instructions, tables)), rules, settings).outcome;

describe('a condition on a Solana transaction', () => {
  it.each([
    ['a recipient of lamports', system('Transfer.to', 'eq', thief.toBase58()), 'deny'],
    ['an amount of lamports', system('Transfer.lamports', 'gt', 99), 'deny'],
    ['an amount within the limit', system('Transfer.lamports', 'gt', 100), 'allow'],
    ['the payer', system('Transfer.from', 'neq', solKey.toBase58()), 'allow'],
    ['the name of the instruction', system('instructionName', 'eq', 'Transfer'), 'deny'],
    ['the program', program('eq', SystemProgram.programId.toBase58()), 'deny'],
    ['a program that is not in the list', program('not_in', [SystemProgram.programId.toBase58()]), 'deny'],
    ['instructions of another program', tokens('Transfer.amount', 'gt', 0), 'allow'],
  ])('reads %s in any instruction', (_name, condition, expected) => {
    const instructions = [
      ComputeBudgetProgram.setComputeUnitLimit({ units: 1 }),
      pay(friend, 1),
      pay(thief, 100),
    ];
    expect(outcome(instructions, deny(condition))).toBe(expected);
  });

  it('applies the conditions of one rule to the same instruction', () => {
    const rules = deny(system('Transfer.to', 'eq', thief.toBase58()), system('Transfer.lamports', 'gt', 50));
    expect(outcome([pay(thief, 10), pay(friend, 100)], rules)).toBe('allow');
    expect(outcome([pay(friend, 100), pay(thief, 51)], rules)).toBe('deny');
  });

  it('Transfer.* forbids every instruction that moves lamports', () => {
    const rules = deny(system('Transfer.lamports', 'gt', 50));
    const ways = [
      SystemProgram.transfer({
        fromPubkey: source,
        basePubkey: solKey,
        toPubkey: thief,
        lamports: 51,
        seed: 'a',
        programId: mint,
      }),
      SystemProgram.createAccountWithSeed({
        fromPubkey: solKey,
        newAccountPubkey: thief,
        basePubkey: solKey,
        seed: 'a',
        lamports: 51,
        space: 0,
        programId: mint,
      }),
      SystemProgram.nonceWithdraw({
        noncePubkey: source,
        authorizedPubkey: solKey,
        toPubkey: thief,
        lamports: 51,
      }),
    ];
    for (const way of ways) expect(outcome([way], rules)).toBe('deny');
  });

  it('Transfer.* forbids the checked and the unchecked transfer of tokens', () => {
    for (const name of ['Transfer', 'TransferChecked']) {
      const rules = deny(tokens(`${name}.amount`, 'gt', 50));
      expect(outcome([tokenTransfer(thief, 51)], rules)).toBe('deny');
      expect(outcome([tokenTransferChecked(thief, 51)], rules)).toBe('deny');
      expect(outcome([tokenTransferChecked(thief, 50)], rules)).toBe('allow');
    }
  });

  it('treats the mint of an unchecked transfer, and unknown instructions, as unknown', () => {
    const rules = deny(tokens('Transfer.mint', 'eq', friend.toBase58()));
    expect(outcome([tokenTransferChecked(thief, 1)], rules)).toBe('allow');
    expect(outcome([tokenTransfer(thief, 1)], rules)).toBe('deny');
    expect(outcome([tokenInstruction([250], source, solKey)], rules)).toBe('deny');
  });

  it('treats a recipient from a lookup table as unknown: denied, and never allowed', () => {
    const table = new AddressLookupTableAccount({
      key: key(20),
      state: {
        deactivationSlot: 2n ** 64n - 1n,
        lastExtendedSlot: 0,
        lastExtendedSlotStartIndex: 0,
        addresses: [friend],
      },
    });
    const toFriend = [pay(friend, 1)];
    const isThief = deny(system('Transfer.to', 'eq', thief.toBase58()));
    expect(outcome(toFriend, isThief)).toBe('allow');
    expect(outcome(toFriend, isThief, {}, [table])).toBe('deny');
    const toKnown = [allow(system('Transfer.to', 'in', [friend.toBase58()]))];
    expect(outcome(toFriend, toKnown, closed)).toBe('allow');
    expect(outcome(toFriend, toKnown, closed, [table])).toBe('deny');
    const decision = decideOn('SOL', solInput(solOperation(toFriend, [table])), [
      rule('signTransaction', 'require_mfa', system('Transfer.to', 'eq', thief.toBase58())),
    ]);
    expect(decision.outcome).toBe('require_mfa');
  });

  it('allows only when every instruction is allowed, by one rule or several together', () => {
    const toFriend = allow(system('Transfer.to', 'eq', friend.toBase58()));
    const budget = allow(program('eq', ComputeBudgetProgram.programId.toBase58()));
    const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1 });
    expect(outcome([pay(friend, 1)], [toFriend], closed)).toBe('allow');
    expect(outcome([limit, pay(friend, 1)], [toFriend], closed)).toBe('deny');
    expect(outcome([limit, pay(friend, 1)], [toFriend, budget], closed)).toBe('allow');
    expect(outcome([pay(friend, 1), pay(thief, 1)], [toFriend, budget], closed)).toBe('deny');
  });

  it('treats a message that is a transaction as the transaction', () => {
    const rules = deny(system('Transfer.to', 'eq', thief.toBase58()));
    const { unsigned } = solOperation([pay(thief, 1)]) as { unsigned: Uint8Array };
    for (const message of [unsigned, unsigned.slice(65)]) {
      const input = solInput({ kind: 'message', message, format: 'raw' });
      expect(decideOn('SOL', input, rules).outcome).toBe('deny');
      const onlyMessages = [rule('signMessage', 'ALLOW', when('message', 'length', 'gt', 0))];
      expect(decideOn('SOL', input, onlyMessages, closed).outcome).toBe('deny');
    }
    const text = solInput({ kind: 'message', message: Buffer.from('hello'), format: 'raw' });
    expect(decideOn('SOL', text, rules).outcome).toBe('allow');
  });
});

describe('a condition on a Bitcoin transaction', () => {
  const friendly = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';
  const other = '1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2';
  const btc = (field: string, operator: string, value: Condition['value']) =>
    when('bitcoin_transaction', field, operator, value);
  const change = { address: btcWallet.address, amount: 40_000n };
  const decideBtc = (
    outputs: Parameters<typeof psbt>[0],
    rules: Parameters<typeof decideOn>[2],
    settings: Parameters<typeof decideOn>[3] = {},
  ) => decideOn('BTC', btcInput(psbt(outputs)), rules, settings).outcome;
  const outputs = [{ address: friendly, amount: 50_000n }, change];

  it.each([
    ['an address in any letter case', btc('output_address', 'eq', friendly.toUpperCase()), 'deny'],
    ['another address', btc('output_address', 'eq', other), 'allow'],
    ['addresses that are not in a list, except change', btc('output_address', 'not_in', [friendly]), 'allow'],
    ['an amount', btc('output_amount', 'gt', 49_999), 'deny'],
    ['an amount that only change has', btc('output_amount', 'lt', 50_000), 'allow'],
    ['the total amount paid', btc('total_amount', 'gte', 50_000), 'deny'],
    ['the fee', btc('fee', 'eq', 10_000), 'deny'],
  ])('reads %s', (_name, condition, expected) => {
    expect(decideBtc(outputs, deny(condition))).toBe(expected);
  });

  it('allows only when every payment is allowed', () => {
    const toFriend = [allow(btc('output_address', 'eq', friendly), btc('fee', 'lte', 10_000))];
    expect(decideBtc(outputs, toFriend, closed)).toBe('allow');
    expect(decideBtc([...outputs, { address: other, amount: 1_000n }], toFriend, closed)).toBe('deny');
    expect(decideBtc([change], toFriend, closed)).toBe('deny');
    // Without change the whole rest is the fee.
    expect(decideBtc([{ address: friendly, amount: 50_000n }], toFriend, closed)).toBe('deny');
  });
});
