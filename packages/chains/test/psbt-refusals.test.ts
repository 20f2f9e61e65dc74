import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as bitcoin from 'bitcoinjs-lib';
import fc from 'fast-check';
import { decodeOperation, planSigning } from '../src/read-operation.js';
import { funding, other, psbtOf, recipient, scriptOf, sign, unsigned, wallet } from './psbts.js';
import { refusal } from './refusal.js';

describe('a PSBT', () => {
  const pay = [{ address: recipient, amount: 4000n }];
  const withoutAmount = psbtOf([{ owner: wallet, amount: 5000n }], pay);
  withoutAmount.data.inputs[0] = { partialSig: [] };
  const lying = psbtOf([{ owner: wallet, amount: 5000n, full: true }], pay);
  lying.data.inputs[0] = {
    ...lying.data.inputs[0],
    nonWitnessUtxo: funding({ owner: wallet, amount: 6000n }, 0).toBuffer(),
  };
  const twoAmounts = psbtOf([{ owner: wallet, amount: 5000n, full: true }], pay);
  twoAmounts.data.inputs[0] = {
    ...twoAmounts.data.inputs[0],
    witnessUtxo: { script: scriptOf(wallet), value: 9000n },
  };
  const final = bitcoin.Psbt.fromBase64(
    sign(wallet, unsigned(psbtOf([{ owner: wallet, amount: 5000n }], pay)).unsigned).psbt,
  ).finalizeAllInputs();

  it.each<[string, Uint8Array]>([
    ['that is empty', new Uint8Array()],
    ['that is a bare transaction', hexToBytes(new bitcoin.Transaction().toHex())],
    [
      'with a byte after its end',
      Uint8Array.from([...unsigned(psbtOf([{ owner: wallet, amount: 5000n }], pay)).unsigned, 0]),
    ],
    ['that is truncated', unsigned(psbtOf([{ owner: wallet, amount: 5000n }], pay)).unsigned.slice(0, -3)],
    ['of other wallets', unsigned(psbtOf([{ owner: other, amount: 5000n }], pay)).unsigned],
    ['without the amount of an input', unsigned(withoutAmount).unsigned],
    ['with the wrong previous transaction', unsigned(lying).unsigned],
    ['with two amounts for one input', unsigned(twoAmounts).unsigned],
    ['that is already final', unsigned(final).unsigned],
    ['worth more than its inputs', unsigned(psbtOf([{ owner: wallet, amount: 3999n }], pay)).unsigned],
    ['without outputs', unsigned(psbtOf([{ owner: wallet, amount: 3999n }], [])).unsigned],
    [
      'of more money than exists',
      unsigned(psbtOf([{ owner: wallet, amount: 2_100_000_000_000_001n }], pay)).unsigned,
    ],
    ...[2, 3, 0x81, 0x82, 0x83, 4].map((sighashType): [string, Uint8Array] => [
      `with the signature type ${sighashType}`,
      unsigned(psbtOf([{ owner: wallet, amount: 5000n, sighashType }], pay)).unsigned,
    ]),
  ])('%s is refused', (_, bytes) => {
    expect(refusal(() => planSigning(wallet, { kind: 'transaction', unsigned: bytes }))).toEqual({
      code: 'request.invalid',
      path: '/payload',
    });
  });

  it('of 200 inputs is signed, and one of more is refused', () => {
    const inputs = (count: number) => Array.from({ length: count }, () => ({ owner: wallet, amount: 5000n }));
    const plan = planSigning(wallet, unsigned(psbtOf(inputs(200), pay)));
    expect(new Set(plan.payloads.map(bytesToHex)).size).toBe(200);
    const { code } = refusal(() => planSigning(wallet, unsigned(psbtOf(inputs(201), pay))));
    expect(code).toBe('request.invalid');
  });

  it('of random bytes, or with bytes changed, never crashes', () => {
    const good = unsigned(
      psbtOf(
        [
          { owner: wallet, amount: 5000n, full: true },
          { owner: wallet, amount: 7000n },
        ],
        pay,
      ),
    ).unsigned;
    const changed = fc
      .array(fc.tuple(fc.nat({ max: good.length - 1 }), fc.integer({ min: 0, max: 255 })), {
        minLength: 1,
        maxLength: 3,
      })
      .map((edits) => {
        const bytes = good.slice();
        for (const [at, value] of edits) bytes[at] = value;
        return bytes;
      });
    const magic = fc
      .uint8Array({ maxLength: 60 })
      .map((bytes) => Uint8Array.from([0x70, 0x73, 0x62, 0x74, 0xff, ...bytes]));
    fc.assert(
      fc.property(fc.oneof(changed, magic, fc.uint8Array()), (bytes) => {
        try {
          decodeOperation(wallet, { kind: 'transaction', unsigned: bytes });
        } catch (error) {
          expect(error).toMatchObject({ code: 'request.invalid' });
        }
      }),
      { numRuns: 500 },
    );
  });
});
