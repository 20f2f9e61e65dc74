import * as system from '@solana-program/system';
import * as token from '@solana-program/token';
import { hexText } from '../src/hex-text.js';
import { a, b, c, d, decode, e, signer } from './decode-instruction.js';

const transferSol = system.getTransferSolInstruction({
  source: signer,
  destination: b,
  amount: 2n ** 64n - 1n,
});
const transferChecked = token.getTransferCheckedInstruction({
  source: a,
  mint: b,
  destination: c,
  authority: d,
  amount: 7n,
  decimals: 6,
});

describe('an instruction', () => {
  it.each<[string, ReturnType<typeof decode>]>([
    ['of another program', decode(transferSol, { programAddress: e })],
    ['with truncated data', decode(transferSol, { cut: 11 })],
    ['without data', decode(transferSol, { cut: 0 })],
    ['with an account missing', decode(transferSol, { drop: 1 })],
    ['with an unknown number', decode({ ...transferSol, data: Uint8Array.from([200, 0, 0, 0]) })],
    [
      'with a number of the wrong width',
      decode({ ...transferSol, data: Uint8Array.from([2, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]) }),
    ],
    ['of the token program with an unknown number', decode({ ...transferChecked, data: Uint8Array.of(255) })],
    ['of the token program without data', decode(transferChecked, { cut: 0 })],
    [
      'with an option that is neither present nor absent',
      decode({ ...transferChecked, data: Uint8Array.of(6, 0, 2) }),
    ],
  ])('%s is not decoded', (_, decoded) => {
    expect(decoded).toBeUndefined();
  });

  it('with an extra byte is decoded, as the chain executes it', () => {
    expect(decode(transferSol, { append: [1] })).toMatchObject({ name: 'Transfer', to: b });
    expect(decode(transferChecked, { append: [1] })).toMatchObject({
      name: 'TransferChecked',
      destination: c,
    });
  });

  it('whose recipient comes from a lookup table is decoded with an unknown recipient', () => {
    expect(decode(transferSol, { hide: true })).toMatchObject({ name: 'Transfer', from: a, to: 'unknown' });
  });

  it('keeps its data unchanged', () => {
    expect(hexText(Uint8Array.from(transferSol.data))).toBe(`0x02000000${'ff'.repeat(8)}`);
  });
});
