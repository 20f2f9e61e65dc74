import * as btc from '@scure/btc-signer';
import type { BitcoinWallet } from '@wallet-service/sdk';
import { signPsbt } from '@wallet-service/sdk/bitcoin';
import { Psbt, Transaction, type Signer } from 'bitcoinjs-lib';
import * as ecpair from 'ecpair';
import fc from 'fast-check';
import * as ecc from 'tiny-secp256k1';
import { forBatches } from './for-batches.js';
import { knownKey } from './known-key.js';
import { sharedStack } from '../stacks.js';

// The service signs generated PSBTs, and so do the libraries with the same key. All is the same.

type Pair = Signer & { readonly privateKey: Uint8Array };
type Pairs = { makeRandom(): Pair; fromPrivateKey(privateKey: Uint8Array): Pair };
/** The types of ecpair name files that ECMAScript modules cannot find. */
const { ECPairFactory } = ecpair as unknown as { ECPairFactory: (curve: typeof ecc) => Pairs };
const pairs = ECPairFactory(ecc);
let wallets: { readonly express: BitcoinWallet; readonly core: BitcoinWallet };
let own: Pair;
/** Has signed their inputs already. */
const other = pairs.makeRandom();

beforeAll(async () => {
  const { privateKey, ...made } = await knownKey(await sharedStack('sdk Bitcoin'), 'BTC');
  wallets = made;
  own = pairs.fromPrivateKey(privateKey);
});

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const script = fc.oneof(
  ...(
    [
      [[0x00, 0x14], 20, []],
      [[0x00, 0x20], 32, []],
      [[0x51, 0x20], 32, []],
      [[0xa9, 0x14], 20, [0x87]],
      [[0x76, 0xa9, 0x14], 20, [0x88, 0xac]],
      [[0x6a, 0x08], 8, []],
    ] as const
  ).map(([before, length, after]) =>
    bytesOf(length).map((bytes) => Uint8Array.of(...before, ...bytes, ...after)),
  ),
);
const amount = fc.bigInt({ min: 0n, max: 1_000_000n });
const input = fc.record({
  owner: fc.constantFrom('own', 'own', 'signed', 'foreign'),
  script,
  amount,
  before: bytesOf(32),
  /** Where the spent output stands in its transaction. */
  output: fc.nat({ max: 2 }),
  sequence: fc.constantFrom(0, 1, 0xfffffffd, 0xfffffffe, 0xffffffff),
  known: fc.constantFrom('witness', 'whole', 'both'),
});
const payment = fc.record({
  version: fc.constantFrom(1, 2),
  lockTime: fc.constantFrom(0, 1, 840_000, 1_700_000_000),
  inputs: fc.array(input, { minLength: 1, maxLength: 6 }),
  outputs: fc.array(fc.record({ script, part: fc.nat({ max: 9 }) }), { minLength: 1, maxLength: 5 }),
});
type Payment = typeof payment extends fc.Arbitrary<infer Each> ? Each : never;
/** One in which all inputs are the wallet's, or signed by others. */
const complete = payment.filter(({ inputs }) => inputs.every(({ owner }) => owner !== 'foreign'));

const p2wpkh = ({ publicKey }: Pair) => btc.p2wpkh(publicKey).script;

/** The first input is the wallet's. No more is paid than is spent. */
function psbtOf({ version, lockTime, inputs, outputs }: Payment): Psbt {
  const psbt = new Psbt().setVersion(version).setLocktime(lockTime);
  let left = 0n;
  for (const [
    index,
    { owner, script: foreign, amount: value, before, output, sequence, known },
  ] of inputs.entries()) {
    const isForeign = owner === 'foreign' && index > 0;
    const spent = {
      script: isForeign ? foreign : p2wpkh(owner === 'signed' && index > 0 ? other : own),
      value,
    };
    const funding = new Transaction();
    funding.addInput(Uint8Array.from([index, ...before.subarray(1)]), 0);
    for (let at = 0; at < output; at += 1) funding.addOutput(Uint8Array.of(0x51), 1n);
    funding.addOutput(spent.script, spent.value);
    psbt.addInput({ hash: funding.getHash(), index: output, sequence });
    if (known !== 'witness') psbt.updateInput(index, { nonWitnessUtxo: funding.toBuffer() });
    if (known !== 'whole' || isForeign) psbt.updateInput(index, { witnessUtxo: spent });
    left += value;
  }
  for (const { script: to, part } of outputs) {
    const value = (left * BigInt(part)) / 10n;
    psbt.addOutput({ script: to, value });
    left -= value;
  }
  for (const [index, { owner }] of inputs.entries())
    if (owner === 'signed' && index > 0) psbt.signInput(index, other);
  return psbt;
}

function signedBy(pair: Pair, psbt: Psbt, { inputs }: Payment): Psbt {
  for (const [index, { owner }] of inputs.entries())
    if (owner === 'own' || index === 0) psbt.signInput(index, pair);
  return psbt;
}

function extracted(psbt: Psbt): { readonly transaction: string; readonly txid: string } {
  const transaction = psbt.finalizeAllInputs().extractTransaction(true);
  return { transaction: transaction.toHex(), txid: transaction.getId() };
}

const isSignature = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array) =>
  ecc.verify(hash, publicKey, signature);

describe('bitcoinjs-lib', () => {
  it('signs generated PSBTs like the service', async () => {
    await forBatches(payment, { batches: 3, size: 15 }, async (payments) => {
      const given = payments.map(psbtOf);
      const answers = await Promise.all(given.map((psbt) => signPsbt(wallets.express, psbt)));
      const expected = payments.map((each) => signedBy(own, psbtOf(each), each).toBase64());
      expect(given.map((psbt) => psbt.toBase64())).toEqual(expected);
      expect(answers.map(({ psbt }) => Psbt.fromBase64(psbt).toBase64())).toEqual(expected);
    });
  });

  it('extracts the same transaction', async () => {
    await forBatches(complete, { batches: 2, size: 15 }, async (payments) => {
      const answers = await Promise.all(
        payments.map((each) => signPsbt(wallets.express, psbtOf(each).toBuffer())),
      );
      for (const [index, { psbt, transaction, txid }] of answers.entries()) {
        const theirs = Psbt.fromBase64(psbt);
        expect(theirs.validateSignaturesOfAllInputs(isSignature)).toBe(true);
        expect({ transaction, txid }).toEqual(extracted(theirs));
        const each = payments[index];
        expect(each && extracted(signedBy(own, psbtOf(each), each))).toEqual({ transaction, txid });
      }
    });
  });

  it('signs generated PSBTs like a wallet of the Core interface', async () => {
    await forBatches(payment, { batches: 1, size: 10 }, async (payments) => {
      const answers = await Promise.all(
        payments.map((each) => signPsbt(wallets.core, psbtOf(each).toBase64())),
      );
      const expected = payments.map((each) => signedBy(own, psbtOf(each), each).toBase64());
      expect(answers.map(({ psbt }) => Psbt.fromBase64(psbt).toBase64())).toEqual(expected);
    });
  });
});

describe('scure', () => {
  const options = { allowUnknownInputs: true, allowUnknownOutputs: true, disableScriptCheck: true };
  const made = (each: Payment, version: 0 | 2) => {
    const version0 = btc.Transaction.fromPSBT(psbtOf(each).toBuffer(), options);
    return btc.Transaction.fromPSBT(version0.toPSBT(version), options);
  };

  it.each([0, 2] as const)('signs generated PSBTs (version %d) like the service', async (version) => {
    await forBatches(payment, { batches: 2, size: 10 }, async (payments) => {
      const given = payments.map((each) => made(each, version));
      await Promise.all(given.map((each) => signPsbt(wallets.express, each)));
      const expected = payments.map((each) => {
        const transaction = made(each, version);
        transaction.sign(own.privateKey);
        return transaction;
      });
      const text = (each: btc.Transaction) => Buffer.from(each.toPSBT(0)).toString('base64');
      expect(given.map(text)).toEqual(expected.map(text));
    });
  });

  it.each([0, 2] as const)('extracts the same transaction (version %d)', async (version) => {
    await forBatches(complete, { batches: 1, size: 10 }, async (payments) => {
      const given = payments.map((each) => made(each, version));
      const answers = await Promise.all(given.map((each) => signPsbt(wallets.express, each)));
      for (const [index, transaction] of given.entries()) {
        transaction.finalize();
        expect(answers[index]).toMatchObject({ transaction: transaction.hex, txid: transaction.id });
      }
    });
  });
});
