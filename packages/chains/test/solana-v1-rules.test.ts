import { AppError } from '@wallet-service/errors';
import { decodeOperation, planSigning } from '../src/read-operation.js';
import { looksLikeSolanaTransaction } from '../src/sol/transaction.js';
import { testWallet } from './wallets.js';

const wallet = testWallet('SOL', new Uint8Array(32).fill(0x31));
const operation = (unsigned: Uint8Array) => ({ kind: 'transaction' as const, unsigned });

/** A message of version 1, byte by byte, so that it can break one rule. */
function byHand(change: {
  header?: readonly number[];
  mask?: number;
  values?: readonly number[];
  instructions?: number;
  accounts?: readonly number[];
  payload?: readonly number[];
  keys?: number;
  extra?: readonly number[];
}): Uint8Array {
  const { header = [1, 0, 1], mask = 0, values = [], keys = 3, payload = [2, 1, 2, 0, 0, 8, 9] } = change;
  const wide = [mask & 255, (mask >>> 8) & 255, (mask >>> 16) & 255, mask >>> 24];
  const own = [
    wallet.publicKey,
    ...Array.from({ length: keys - 1 }, (_, i) => new Uint8Array(32).fill(i + 100)),
  ];
  const counts = [change.instructions ?? 1, keys];
  const front = [0x81, ...header, ...wide, ...new Uint8Array(32).fill(9), ...counts];
  return Uint8Array.from([
    ...front,
    ...own.flatMap((key) => [...key]),
    ...values,
    ...payload,
    ...(change.extra ?? []),
  ]);
}

describe('a message of version 1 that breaks one rule', () => {
  const heap = (bytes: number) => [0, bytes >>> 8, (bytes >>> 16) & 255, 0].map((byte) => byte & 255);

  it('is accepted without the violation', () => {
    for (const good of [
      {},
      { mask: 0b11, values: [1, 0, 0, 0, 0, 0, 0, 0] },
      { mask: 0b10000, values: heap(32 * 1024) },
      { mask: 0b10000, values: heap(256 * 1024) },
      { keys: 64 },
      { extra: new Array<number>(64).fill(0) },
    ])
      expect(decodeOperation(wallet, operation(byHand(good)))).toMatchObject({ transaction: { version: 1 } });
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['half of the priority fee', byHand({ mask: 0b01, values: [1, 0, 0, 0] }), /both bits/],
    ['the other half of the priority fee', byHand({ mask: 0b10, values: [1, 0, 0, 0] }), /both bits/],
    ['an unknown setting', byHand({ mask: 0b100000, values: [1, 0, 0, 0] }), /not known/],
    ['the highest setting', byHand({ mask: 0x80000000, values: [1, 0, 0, 0] }), /not known/],
    ['a heap that is too small', byHand({ mask: 0b10000, values: heap(31 * 1024) }), /heap/],
    ['a heap that is too large', byHand({ mask: 0b10000, values: heap(257 * 1024) }), /heap/],
    ['a heap that is not a whole number of KiB', byHand({ mask: 0b10000, values: [1, 128, 0, 0] }), /heap/],
    ['13 signers', byHand({ header: [13, 0, 0], keys: 20 }), /12 signers/],
    ['65 accounts', byHand({ keys: 65 }), /64 accounts/],
    ['65 instructions', byHand({ instructions: 65 }), /64 instructions/],
    ['no signer', byHand({ header: [0, 0, 0] }), /pay the fee/],
    ['only read-only signers', byHand({ header: [1, 1, 0] }), /pay the fee/],
    ['more accounts in the header than accounts', byHand({ header: [1, 0, 3] }), /more accounts/],
    ['the payer as a program', byHand({ payload: [0, 1, 2, 0, 0, 8, 9] }), /program/],
    ['a program that does not exist', byHand({ payload: [3, 1, 2, 0, 0, 8, 9] }), /program/],
    ['an account that does not exist', byHand({ payload: [2, 1, 2, 0, 3, 8, 9] }), /account/],
    ['a missing byte', byHand({}).slice(0, -1), /too early/],
    ['an extra byte', byHand({ extra: [0] }), /64 bytes for each of its 1 signers/],
    ['a signature too many', byHand({ extra: new Array<number>(128).fill(0) }), /64 bytes for each/],
    ['its signature at the front', Uint8Array.from([1, ...new Uint8Array(64), ...byHand({})]), /at the end/],
    ['more than 4096 bytes', byHand({ payload: [2, 0, 0, 16, ...new Array<number>(4096).fill(1)] }), /4096/],
    [
      'a later version',
      Uint8Array.from([0x82, ...byHand({}).slice(1)]),
      /version 2; supported are legacy, version 0 and version 1/,
    ],
  ])('by %s is refused', (_, bytes, why) => {
    expect(reasonOf(bytes)).toMatch(/^request\.invalid: /);
    expect(reasonOf(bytes)).toMatch(why);
    expect(looksLikeSolanaTransaction(bytes)).toBe(false);
  });

  it('is not signed as text either, when it contains the wallet', () => {
    for (const bytes of [byHand({ mask: 0b01, values: [1, 0, 0, 0] }), byHand({ extra: [0] })])
      expect(reasonOf(bytes, 'message')).toMatch(/^request\.invalid: has the wallet's key/);
    const message = { kind: 'message', message: byHand({}), format: 'raw' } as const;
    expect(decodeOperation(wallet, message)).toMatchObject({ kind: 'solana_transaction' });
  });
});

function reasonOf(bytes: Uint8Array, kind: 'transaction' | 'message' = 'transaction'): string {
  try {
    planSigning(wallet, kind === 'transaction' ? operation(bytes) : { kind, message: bytes, format: 'raw' });
  } catch (error) {
    if (error instanceof AppError) return `${error.code}: ${error.fields[0]?.message ?? ''}`;
    throw error;
  }
  throw new Error('expected a refusal');
}
