import { base58 } from '@scure/base';
import { Message, MessageV0, PublicKey } from '@solana/web3.js';
import { decodeOperation, planSigning } from '../src/read-operation.js';
import { looksLikeSolanaTransaction } from '../src/sol/transaction.js';
import { refusal } from './refusal.js';
import { testWallet, type TestWallet } from './wallets.js';

const wallet = testWallet('SOL', new Uint8Array(32).fill(0x31));
const other = testWallet('SOL', new Uint8Array(32).fill(0x32));
const blockhash = base58.encode(new Uint8Array(32).fill(9));
const keyOf = ({ publicKey }: TestWallet): PublicKey => new PublicKey(publicKey);
const operation = (unsigned: Uint8Array) => ({ kind: 'transaction' as const, unsigned });

describe('a Solana message that breaks one rule', () => {
  const good = {
    header: { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 },
    accountKeys: [keyOf(wallet), keyOf(other), new PublicKey(new Uint8Array(32).fill(5))],
    recentBlockhash: blockhash,
    instructions: [{ programIdIndex: 2, accounts: [0, 1], data: base58.encode(Uint8Array.of(1)) }],
  };
  const bytesOf = (change: object): Uint8Array =>
    Uint8Array.from(new Message({ ...good, ...change }).serialize());
  const v0 = (lookups: object[], change: object = {}): Uint8Array => {
    const { accountKeys, instructions: list, ...rest } = { ...good, ...change };
    const compiledInstructions = list.map(({ programIdIndex, accounts }) => ({
      programIdIndex,
      accountKeyIndexes: accounts,
      data: new Uint8Array(),
    }));
    const fields = {
      ...rest,
      staticAccountKeys: accountKeys,
      compiledInstructions,
      addressTableLookups: lookups,
    };
    return Uint8Array.from(new MessageV0(fields as never).serialize());
  };
  const table = { accountKey: keyOf(other), writableIndexes: [1], readonlyIndexes: [2] };
  const plain = bytesOf({});

  it('is accepted without the violation', () => {
    expect(decodeOperation(wallet, operation(plain))).toMatchObject({ kind: 'solana_transaction' });
    expect(decodeOperation(wallet, operation(v0([table])))).toMatchObject({
      transaction: { lookupTables: [other.address] },
    });
  });

  it.each<[string, Uint8Array]>([
    ['no signer', bytesOf({ header: { ...good.header, numRequiredSignatures: 0 } })],
    ['only read-only signers', bytesOf({ header: { ...good.header, numReadonlySignedAccounts: 1 } })],
    ['more signers than accounts', bytesOf({ header: { ...good.header, numRequiredSignatures: 4 } })],
    [
      'more read-only accounts than accounts',
      bytesOf({ header: { ...good.header, numReadonlyUnsignedAccounts: 3 } }),
    ],
    ['a duplicate account', bytesOf({ accountKeys: [keyOf(wallet), keyOf(other), keyOf(other)] })],
    ['the payer as a program', bytesOf({ instructions: [{ ...good.instructions[0], programIdIndex: 0 }] })],
    [
      'a program that does not exist',
      bytesOf({ instructions: [{ ...good.instructions[0], programIdIndex: 3 }] }),
    ],
    [
      'an account that does not exist',
      bytesOf({ instructions: [{ ...good.instructions[0], accounts: [3] }] }),
    ],
    [
      'a program from a lookup table',
      v0([table], { instructions: [{ programIdIndex: 3, accounts: [], data: '' }] }),
    ],
    ['a lookup that loads nothing', v0([{ ...table, writableIndexes: [], readonlyIndexes: [] }])],
    ['more than 256 accounts', v0([{ ...table, writableIndexes: new Array<number>(254).fill(0) }])],
    [
      'an account beyond those of the lookups',
      v0([table], { instructions: [{ programIdIndex: 2, accounts: [5], data: '' }] }),
    ],
    ['an extra byte', Uint8Array.from([...plain, 0])],
    ['a missing byte', plain.slice(0, -1)],
    ['the version byte of 1', Uint8Array.from([0x81, ...plain])],
    ['version 2', Uint8Array.from([0x82, ...plain])],
    ['version 127', Uint8Array.from([0xff, ...plain])],
    [
      'a count of accounts in a longer form',
      Uint8Array.from([...plain.slice(0, 3), 0x83, 0x00, ...plain.slice(4)]),
    ],
    ['two signatures for one signer', Uint8Array.from([2, ...new Uint8Array(128), ...plain])],
    ['no signature slot', Uint8Array.from([0, ...plain])],
    [
      'more bytes than fit in a packet',
      bytesOf({
        instructions: [{ ...good.instructions[0], data: base58.encode(new Uint8Array(1100).fill(1)) }],
      }),
    ],
  ])('by %s is refused', (_, bytes) => {
    expect(refusal(() => planSigning(wallet, operation(bytes)))).toEqual({
      code: 'request.invalid',
      path: '/payload',
    });
    expect(looksLikeSolanaTransaction(bytes)).toBe(false);
  });
});
