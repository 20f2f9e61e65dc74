import { ComputeBudgetProgram, PublicKey, type TransactionInstruction } from '@solana/web3.js';
import { spentOf } from '../src/engine/spending.js';
import { decideOn, rule, when } from './engine-harness.js';
import { ethInput, legacyPayment, payment, solKey, solOperation, solInput } from './operations.js';
import {
  accountsPaidForOthers,
  associatedAccount,
  closing,
  instruction,
  lamportsTo,
  source,
  thief,
  tokenAccountsGivenAway,
} from './solana-instructions.js';

const price = (microLamports: bigint) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
const units = (limit: number) => ComputeBudgetProgram.setComputeUnitLimit({ units: limit });
const transfer = lamportsTo(thief, 7);
const wrapped = 'So11111111111111111111111111111111111111112';
const unknowable: unknown = expect.any(String);
const native = (...instructions: TransactionInstruction[]) =>
  spentOf('native', solInput(solOperation(instructions)));

describe('the fee on SOL', () => {
  const limited = (most: string, ...instructions: TransactionInstruction[]) =>
    decideOn('SOL', solInput(solOperation(instructions)), [
      rule('signTransaction', 'DENY', when('solana_transaction', 'max_fee', 'gt', most)),
    ]).outcome;

  it('can be bounded by a rule, and is unknown when it is set in an unknown way', () => {
    expect(limited('5000', transfer)).toBe('allow');
    expect(limited('4999', transfer)).toBe('deny');
    expect(limited('5000', price(1_000_000n), units(1), transfer)).toBe('deny');
    expect(limited('5001', price(1_000_000n), units(1), transfer)).toBe('allow');
    const strange = instruction(ComputeBudgetProgram.programId, [0, 1, 0, 0, 0, 9, 0, 0, 0], []);
    expect(limited('1000000000', strange, transfer)).toBe('deny');
  });

  it('counts with its maximum in a window', () => {
    expect(native(transfer)).toBe(5_007n);
    expect(native(price(2n ** 63n), units(1_400_000), transfer)).toBe(
      5_007n + (2n ** 63n * 1_400_000n) / 1_000_000n + 1n,
    );
  });

  it('does not count when somebody else pays it', () => {
    const input = solInput(solOperation([transfer]));
    if (input.kind !== 'solana_transaction') throw new Error('no transaction');
    expect(spentOf('native', { ...input, fee: 0n })).toBe(7n);
  });
});

describe('lamports in token accounts', () => {
  it.each(Object.entries(accountsPaidForOthers))('count: %s', (_name, given) => {
    const spent = native(given);
    expect(typeof spent === 'bigint' && spent >= 2_039_280n + 5_000n && spent <= 6_005_000n).toBe(true);
  });

  it('do not count in an account of the wallet, and are unknown when another program is called', () => {
    expect(native(associatedAccount(solKey))).toBe(5_000n);
    expect(native(associatedAccount(solKey, [2]))).toEqual(unknowable);
    expect(native(associatedAccount(solKey, [0], new PublicKey(thief)))).toEqual(unknowable);
  });

  it.each(['SetAuthority', 'CloseAccount to others'])('may be all taken after %s', (name) => {
    const way = tokenAccountsGivenAway[name];
    if (!way) throw new Error('no such instruction');
    expect(native(way)).toEqual(unknowable);
  });

  it('are wrapped SOL, which a window for it does not let out', () => {
    const of = (mint: string, to: PublicKey) => spentOf(mint, solInput(solOperation([closing(to)])));
    expect(of(wrapped, thief)).toEqual(unknowable);
    expect(of(wrapped, solKey)).toBe(0n);
    expect(of(source.toBase58(), thief)).toBe(0n);
  });
});

describe('the fee on ETH', () => {
  it('counts with its maximum in a window, blobs included', () => {
    const dear = { value: 0n, gas: 30_000_000n, maxFeePerGas: 10n ** 15n, maxPriorityFeePerGas: 10n ** 15n };
    expect(spentOf('native', ethInput(payment(dear)))).toBe(3n * 10n ** 22n);
    const blobs = {
      ...{ type: 'eip4844', maxFeePerBlobGas: 3n, blobVersionedHashes: [`0x01${'11'.repeat(31)}`] },
      ...{ value: 1n, gas: 21_000n, maxFeePerGas: 10n, maxPriorityFeePerGas: 1n },
    } as const;
    expect(spentOf('native', ethInput(payment(blobs as never)))).toBe(1n + 210_000n + 3n * 131_072n);
  });

  it('and everything else valid on every chain is unknown, because it may be taken more than once', () => {
    const everywhere = ethInput(legacyPayment({ gasPrice: 1n }));
    expect(spentOf('native', everywhere)).toEqual(unknowable);
    expect(spentOf('native', ethInput(legacyPayment({ gasPrice: 1n, chainId: 1 })))).toBe(
      10n ** 18n + 21_000n,
    );
  });
});
