import type { Chain } from '@wallet-service/addresses';
import type { ConditionInput } from '../src/engine/field-source.js';
import { calls, message, problemsOf, program, system, token, transaction, typed } from './rule-problems.js';

const SYSTEM = '11111111111111111111111111111111';
const TOKEN = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const TOKEN_2022 = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
const MEMO = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const sol = 'signTransaction';
const eth = 'eth_signTransaction';
const together = '/rules/0/conditions';

describe('the conditions of one rule', () => {
  it.each<[string, Chain, string, ConditionInput[]]>([
    [
      'two instructions by their fields',
      'SOL',
      sol,
      [token('Transfer.amount', 'gt', 1), token('Approve.amount', 'gt', 1)],
    ],
    [
      'two instructions by name',
      'SOL',
      sol,
      [system('instructionName', 'eq', 'Transfer'), system('instructionName', 'eq', 'Assign')],
    ],
    [
      'the name of one instruction and a field of another',
      'SOL',
      sol,
      [system('instructionName', 'eq', 'Assign'), system('Transfer.lamports', 'gt', 1)],
    ],
    [
      'a field and not the instructions that have it',
      'SOL',
      sol,
      [token('CloseAccount.account', 'eq', MEMO), token('instructionName', 'neq', 'CloseAccount')],
    ],
    [
      'fields of two programs',
      'SOL',
      sol,
      [system('Transfer.lamports', 'gt', 1), token('Transfer.amount', 'gt', 1)],
    ],
    [
      'a program and a field of another',
      'SOL',
      sol,
      [program('programId', 'eq', MEMO), system('Transfer.lamports', 'gt', 1)],
    ],
    [
      'a program and an instruction of another',
      'SOL',
      sol,
      [program('programId', 'in', [SYSTEM, MEMO]), token('instructionName', 'eq', 'Transfer')],
    ],
    [
      'a field and not the program that has it',
      'SOL',
      sol,
      [program('programId', 'not_in', [TOKEN, TOKEN_2022]), token('Transfer.amount', 'gt', 1)],
    ],
    [
      'bounds of one amount by two names',
      'SOL',
      sol,
      [token('Transfer.amount', 'gt', 5), token('TransferChecked.amount', 'lt', 3)],
    ],
    [
      'arguments of two functions',
      'ETH',
      eth,
      [calls('transfer.to', 'eq', `0x${'11'.repeat(20)}`), calls('approve.id', 'eq', '0x01020304')],
    ],
    [
      'a function and an argument of another',
      'ETH',
      eth,
      [calls('function_name', 'eq', 'approve'), calls('transfer.to', 'eq', `0x${'11'.repeat(20)}`)],
    ],
    [
      'a type without blobs and the fee for blobs',
      'ETH',
      eth,
      [transaction('type', 'eq', 'legacy'), transaction('max_fee_per_blob_gas', 'gt', 1)],
    ],
    [
      'every type except the one with blobs, and the fee for blobs',
      'ETH',
      eth,
      [transaction('type', 'neq', 'eip4844'), transaction('max_fee_per_blob_gas', 'gt', 1)],
    ],
    [
      'bounds of one fee by two names',
      'ETH',
      eth,
      [transaction('gas_price', 'gt', 5), transaction('max_fee_per_gas', 'lt', 3)],
    ],
    [
      'bounds of a message field that exclude each other',
      'ETH',
      'eth_signTypedData_v4',
      [typed('typed_data_message_amount', 'gt', 5), typed('typed_data_message_amount', 'lt', 3)],
    ],
    [
      'bounds in an array that exclude each other',
      'ETH',
      eth,
      [calls('transfer.amounts', 'gt', 5), calls('transfer.amounts', 'lt', 3)],
    ],
    [
      'contradicting lengths by two names',
      'SOL',
      'signMessage',
      [message('length', 'gt', 5), message('byte_length', 'lt', 3)],
    ],
  ])('are refused with %s', (_name, chain, method, conditions) => {
    const problems = problemsOf(chain, method, conditions);
    expect(problems).toEqual([[together, expect.stringContaining('can never match')]]);
    // Each alone is fine.
    for (const condition of conditions) expect(problemsOf(chain, method, [condition])).toEqual([]);
  });

  it.each<[string, Chain, string, ConditionInput[]]>([
    [
      'two values that all elements of an array would need to have',
      'ETH',
      'eth_signTypedData_v4',
      [typed('typed_data_message_note', 'eq', 'a'), typed('typed_data_message_note', 'eq', 'b')],
    ],
    [
      'a number and a text for one message field',
      'ETH',
      'eth_signTypedData_v4',
      [typed('typed_data_message_note', 'gt', 5), typed('typed_data_message_note', 'eq', 'b')],
    ],
  ])(
    'are refused with %s when the rule allows, and not when it forbids',
    (_name, chain, method, conditions) => {
      const refusal = [[together, expect.stringContaining('can never match')]];
      expect(problemsOf(chain, method, conditions, 'ALLOW')).toEqual(refusal);
      expect(problemsOf(chain, method, conditions)).toEqual([]);
    },
  );

  it.each<[string, Chain, string, ConditionInput[]]>([
    [
      'a name and a field of its own',
      'SOL',
      sol,
      [system('instructionName', 'eq', 'Transfer'), system('Transfer.lamports', 'gt', 1)],
    ],
    [
      'a field and all but some programs',
      'SOL',
      sol,
      [program('programId', 'not_in', [MEMO]), system('Transfer.lamports', 'gt', 1)],
    ],
    [
      'a field and all but some instructions',
      'SOL',
      sol,
      [token('instructionName', 'not_in', ['MintTo', 'Burn']), token('Transfer.amount', 'gt', 1)],
    ],
    [
      'two texts that different elements of an array may have',
      'ETH',
      'eth_signTypedData_v4',
      [typed('typed_data_message_a.note', 'eq', 'a'), typed('typed_data_message_a.note', 'eq', 'b')],
    ],
    ['a fee for blobs alone', 'ETH', eth, [transaction('max_fee_per_blob_gas', 'lt', 5)]],
  ])('may be %s', (_name, chain, method, conditions) => {
    expect(problemsOf(chain, method, conditions)).toEqual([]);
  });
});
