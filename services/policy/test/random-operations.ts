import fc from 'fast-check';
import type { PolicyInput } from '../src/engine/policy-input.js';
import type { NaiveFact, NaiveOperation } from './naive-engine.js';

export const now = 1_800_000_000;
const number = (value: bigint | number): NaiveFact => ({ is: 'value', type: 'number', text: String(value) });
const clock = { 'system.current_unix_timestamp': number(now) };

export type Case = { readonly input: PolicyInput; readonly naive: NaiveOperation };

export const addresses = ['0x' + '11'.repeat(20), '0x' + 'ab'.repeat(20), '0x' + '00'.repeat(19) + '01'];
export const amounts = [
  0n,
  1n,
  2n ** 53n - 1n,
  2n ** 53n,
  2n ** 53n + 1n,
  2n ** 64n - 1n,
  2n ** 128n,
  2n ** 255n,
  2n ** 256n - 1n,
];
const datas = ['0x', '0xa9059cbb', '0xa9059cbb00', '0x0a90', '0xffff'];
const hexBytes = (hex: string) => Buffer.from(hex.slice(2), 'hex');

export const ethTransactions: fc.Arbitrary<Case> = fc
  .record({
    to: fc.option(fc.constantFrom(...addresses), { nil: undefined }),
    value: fc.constantFrom(...amounts),
    chainId: fc.option(fc.constantFrom(1n, 137n), { nil: undefined }),
    nonce: fc.constantFrom(0n, 1n, 7n),
    gas: fc.constantFrom(21_000n, 2n ** 64n - 1n),
    gasPrice: fc.constantFrom(0n, 10n, 2n ** 200n),
    data: fc.constantFrom(...datas),
  })
  .map(({ to, value, chainId, nonce, gas, gasPrice, data }) => ({
    input: {
      kind: 'ethereum_transaction',
      wallet: Buffer.alloc(20, 9),
      transaction: {
        type: 'legacy',
        to: to === undefined ? undefined : hexBytes(to),
        value,
        chainId,
        nonce,
        gasLimit: gas,
        gasPrice,
        data: hexBytes(data),
      },
    },
    naive: {
      method: 'eth_signTransaction',
      parts: [],
      partSources: [],
      whole: {
        ...clock,
        'ethereum_transaction.to':
          to === undefined ? { is: 'absent' } : { is: 'value', type: 'address', text: to },
        'ethereum_transaction.value': number(value),
        'ethereum_transaction.chain_id': chainId === undefined ? { is: 'unknown' } : number(chainId),
        'ethereum_transaction.nonce': number(nonce),
        'ethereum_transaction.gas': number(gas),
        'ethereum_transaction.max_total_fee': number(gas * gasPrice),
        'ethereum_transaction.data': { is: 'value', type: 'bytes', text: data },
      },
    },
  }));

export const accounts = [
  '11111111111111111111111111111111',
  'ComputeBudget111111111111111111111111111111',
  'Vote111111111111111111111111111111111111111',
];
const systemProgram = '11111111111111111111111111111111';
const account = fc.constantFrom(...accounts, 'unknown');
const factOf = (text: string): NaiveFact =>
  text === 'unknown' ? { is: 'unknown' } : { is: 'value', type: 'account', text };

/**
 * What instructions of the System Program say, and which names mean the same. Those that say nothing may do the same or
 * nothing.
 */
const systemNames: Readonly<Record<string, { says: 'values' | 'nothing'; hides: boolean; alike: string[] }>> =
  {
    Transfer: { says: 'values', hides: false, alike: ['TransferWithSeed'] },
    CreateAccount: {
      says: 'values',
      hides: false,
      alike: ['CreateAccountWithSeed', 'Transfer', 'TransferWithSeed'],
    },
    Assign: {
      says: 'nothing',
      hides: true,
      alike: ['AssignWithSeed', 'AllocateWithSeed', 'Transfer', 'TransferWithSeed'],
    },
    AdvanceNonceAccount: { says: 'nothing', hides: false, alike: [] },
  };
export const instructions = [...Object.keys(systemNames), 'TransferWithSeed', 'AllocateWithSeed'];

const solInstruction = fc.record({
  programId: account,
  name: fc.constantFrom(...Object.keys(systemNames)),
  to: account,
  lamports: fc.constantFrom(0n, 1n, 10n, 2n ** 64n - 1n),
  isDecoded: fc.boolean(),
  hasWallet: fc.boolean(),
});
type RandomInstruction = typeof solInstruction extends fc.Arbitrary<infer One> ? One : never;

function policyInputOf({ programId, name, to, lamports, isDecoded, hasWallet }: RandomInstruction) {
  const says = systemNames[name]?.says === 'values';
  const values = new Map<string, string | bigint>(
    says
      ? [
          ['to', to],
          ['lamports', lamports],
        ]
      : [],
  );
  const isKnown = programId === systemProgram && isDecoded;
  return {
    programId,
    accounts: hasWallet ? [{ address: 'me', isSigner: true, isWritable: false }] : [],
    data: new Uint8Array(),
    decoded: isKnown ? { program: 'system' as const, name, values, beyond: [] } : undefined,
  };
}

function factsOf({ programId, name, to, lamports, isDecoded, hasWallet }: RandomInstruction) {
  const isSystem = programId === systemProgram;
  const isForeign = !isSystem && programId !== 'unknown';
  const [, computeBudget] = accounts;
  const mayCall = isForeign && programId !== computeBudget && hasWallet;
  const isHidden = programId === 'unknown' || (isSystem && !isDecoded) || mayCall;
  const elsewhere: NaiveFact = { is: isHidden ? 'unknown' : 'elsewhere' };
  const { says, hides, alike } = systemNames[name] ?? { says: 'nothing', hides: false, alike: [] };
  const value = (fact: NaiveFact): NaiveFact => {
    if (!isSystem || !isDecoded) return elsewhere;
    return says === 'values' ? fact : { is: hides ? 'unknown' : 'elsewhere' };
  };
  const source = 'solana_system_program_instruction';
  return {
    'solana_program_instruction.programId': factOf(programId),
    [`${source}.Transfer.to`]: value(factOf(to)),
    [`${source}.Transfer.lamports`]: value(number(lamports)),
    [`${source}.instructionName`]:
      isSystem && isDecoded ? ({ is: 'value', type: 'text', text: name, alike } as const) : elsewhere,
  };
}

export const solTransactions: fc.Arbitrary<Case> = fc.array(solInstruction, { maxLength: 4 }).map((list) => ({
  input: { kind: 'solana_transaction', wallet: 'me', instructions: list.map(policyInputOf), fee: 5000n },
  naive: {
    method: 'signTransaction',
    whole: clock,
    partSources: ['solana_program_instruction', 'solana_system_program_instruction'],
    parts: list.map(factsOf),
  },
}));

const texts = ['', 'a', 'ab', 'login: ab', 'é', `0x${'aB'.repeat(20)}`];
export const messages: fc.Arbitrary<Case> = fc.constantFrom(...texts).map((content) => ({
  input: { kind: 'ethereum_message', message: Buffer.from(content) },
  naive: {
    method: 'personal_sign',
    parts: [],
    partSources: [],
    whole: {
      ...clock,
      'message.content': { is: 'value', type: 'text', text: content },
      'message.length': number(Buffer.byteLength(content)),
    },
  },
}));
