import { PublicKey, SystemProgram, TransactionInstruction } from '@solana/web3.js';
import { encodeFunctionData, erc20Abi, type Hex } from 'viem';
import { spentOf } from '../src/engine/spending.js';
import { decideOn, rule, when } from './engine-harness.js';
import {
  alice,
  btcInput,
  btcWallet,
  ethInput,
  ethWallet,
  mallory,
  payment,
  psbt,
  solKey,
  solOperation,
  solInput,
  token,
  tokenCall,
} from './operations.js';

const call = (functionName: 'transfer' | 'approve', amount: bigint) =>
  encodeFunctionData({ abi: erc20Abi, functionName, args: [mallory, amount] });
const transferFrom = (from: Hex) =>
  encodeFunctionData({ abi: erc20Abi, functionName: 'transferFrom', args: [from, mallory, 9n] });

/** In the window, for the payments of this file. */
const fee = 210_000n;
const solFee = 5_000n;
const unknowable: unknown = expect.any(String);

describe('what an operation spends', () => {
  it.each([
    ['ether sent, and the fee', payment(), 'native', 10n ** 18n + fee],
    ['tokens sent', tokenCall(call('transfer', 7n)), token, 7n],
    ['an allowance, because the spender may take it', tokenCall(call('approve', 7n)), token, 7n],
    ['a revoked allowance', tokenCall(call('approve', 0n)), token, 0n],
    ['tokens moved from the wallet', tokenCall(transferFrom(ethWallet.address as Hex)), token, 9n],
    ['tokens moved from another account', tokenCall(transferFrom(alice)), token, 0n],
    ['tokens of another contract', tokenCall(call('transfer', 7n)), mallory, 0n],
    ['a call outside the standard that the token may have', tokenCall('0xdeadbeef'), token, unknowable],
    ['a transfer with an extra byte', tokenCall(`${call('transfer', 7n)}00`), token, unknowable],
    [
      'a transfer to an address with more than 20 bytes',
      tokenCall(`0xa9059cbb${'ff'.repeat(64)}`),
      token,
      unknowable,
    ],
  ])('ETH: %s', (_name, operation, asset, expected) => {
    expect(spentOf(asset, ethInput(operation))).toEqual(expected);
  });

  it('SOL: adds up what leaves the wallet, and treats programs that it does not know as unknown', () => {
    const other = new PublicKey(Buffer.alloc(32, 9));
    const pay = SystemProgram.transfer({ fromPubkey: solKey, toPubkey: other, lamports: 5 });
    expect(spentOf('native', solInput(solOperation([pay, pay])))).toBe(10n + solFee);
    const unknown = new TransactionInstruction({ programId: other, keys: [], data: Buffer.alloc(0) });
    expect(spentOf('native', solInput(solOperation([pay, unknown])))).toEqual(expect.any(String));
    expect(spentOf(other.toBase58(), solInput(solOperation([pay])))).toBe(0n);
  });

  it('SOL: a new owner of the wallet’s account, or a new authority over one, can take its contents', () => {
    const mine = solKey;
    const other = new PublicKey(Buffer.alloc(32, 9));
    const handOvers = [
      SystemProgram.assign({ accountPubkey: mine, programId: other }),
      SystemProgram.assign({ accountPubkey: other, basePubkey: mine, seed: 's', programId: other }),
      SystemProgram.allocate({ accountPubkey: mine, space: 8 }),
      SystemProgram.nonceAuthorize({
        noncePubkey: other,
        authorizedPubkey: mine,
        newAuthorizedPubkey: other,
      }),
    ];
    for (const instruction of handOvers)
      expect(spentOf('native', solInput(solOperation([instruction])))).toEqual(expect.any(String));
    const pay = SystemProgram.transfer({ fromPubkey: mine, toPubkey: other, lamports: 5 });
    const ofOther = SystemProgram.assign({ accountPubkey: other, programId: other });
    expect(spentOf('native', solInput(solOperation([pay, ofOther])))).toBe(5n + 2n * solFee);
  });

  it('BTC: counts what does not come back, the fee included', () => {
    const outputs = [
      { address: btcWallet.address, amount: 40_000n },
      { address: btcWallet.address, amount: 1_000n },
    ];
    expect(spentOf('native', btcInput(psbt(outputs)))).toBe(59_000n);
  });
});

describe('a spending window', () => {
  const limit = (value: string, options: object) => [
    rule('eth_signTransaction', 'DENY', when('spending_window', 'native_amount', 'gt', value, options)),
  ];
  const day = { window_seconds: 86_400 };

  it('adds what is to be signed to earlier spending', () => {
    const spent = (before: bigint, seconds = 86_400) => ({
      spentBefore: (asset: string, window: number) =>
        asset === 'native' && window === seconds ? before : 0n,
    });
    const rules = limit(String(3n * 10n ** 18n + fee), day);
    const of = (facts: object) => decideOn('ETH', ethInput(payment()), rules, {}, facts).outcome;
    expect(of(spent(2n * 10n ** 18n))).toBe('allow');
    expect(of(spent(2n * 10n ** 18n + 1n))).toBe('deny');
    expect(of(spent(9n * 10n ** 18n, 60))).toBe('allow');
  });

  it('does not stop what spends nothing of the asset, and denies what cannot be known', () => {
    const overspent = { spentBefore: () => 10n ** 30n };
    const free = { value: 0n, maxFeePerGas: 0n, maxPriorityFeePerGas: 0n };
    expect(decideOn('ETH', ethInput(payment(free)), limit('1', day), {}, overspent).outcome).toBe('allow');
    const tokens = [
      rule(
        'eth_signTransaction',
        'DENY',
        when('spending_window', 'token_amount', 'gt', '100', { ...day, token }),
      ),
    ];
    expect(decideOn('ETH', ethInput(tokenCall('0xdeadbeef')), tokens).outcome).toBe('deny');
    expect(decideOn('ETH', ethInput(tokenCall(call('transfer', 101n))), tokens).outcome).toBe('deny');
    expect(decideOn('ETH', ethInput(tokenCall(call('transfer', 100n))), tokens).outcome).toBe('allow');
  });
});
