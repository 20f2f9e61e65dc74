import { base64 } from '@scure/base';
import * as btc from '@scure/btc-signer';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import * as bitcoin from 'bitcoinjs-lib';
import fc from 'fast-check';
import * as libsecp256k1 from 'tiny-secp256k1';
import type { SignedBitcoinTransaction } from '../src/btc/signed-psbt.js';
import { decodeOperation, planSigning } from '../src/read-operation.js';
import {
  funding,
  other,
  psbtOf,
  recipient,
  scriptOf,
  sign,
  signerOf,
  unsigned,
  version2,
  wallet,
  type Input,
} from './psbts.js';
import { testWallet } from './wallets.js';

const inputsArbitrary = fc.array(
  fc.record({
    owner: fc.constant(wallet),
    amount: fc.bigInt({ min: 1000n, max: 10n ** 12n }),
    full: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

describe('a PSBT of the wallet', () => {
  it('is signed so that bitcoinjs-lib verifies, finalizes and extracts the same transaction', () => {
    fc.assert(
      fc.property(inputsArbitrary, fc.constantFrom(0, 2), (inputs, version) => {
        const psbt = psbtOf(inputs, [{ address: recipient, amount: 600n }]);
        const bytes = version === 0 ? unsigned(psbt).unsigned : version2(psbt);
        const answer = sign(wallet, bytes);

        const inTheirForm = btc.Transaction.fromPSBT(base64.decode(answer.psbt)).toPSBT(0);
        const theirs = bitcoin.Psbt.fromBuffer(Buffer.from(inTheirForm));
        const verify = (key: Uint8Array, hash: Uint8Array, signature: Uint8Array) =>
          libsecp256k1.verify(hash, key, signature);
        expect(theirs.validateSignaturesOfAllInputs(verify)).toBe(true);
        const extracted = theirs.finalizeAllInputs().extractTransaction(true);
        expect(answer.signed_transaction).toBe(extracted.toHex());
        expect(answer.transaction_hash).toBe(extracted.getId());
      }),
      { numRuns: 25 },
    );
  });

  it('has the BIP-143 digests of bitcoinjs-lib', () => {
    const inputs = [
      { owner: wallet, amount: 5000n },
      { owner: other, amount: 7000n },
      { owner: wallet, amount: 9000n },
    ];
    const psbt = psbtOf(inputs, [{ address: recipient, amount: 20_000n }]);
    const { payloads } = planSigning(wallet, unsigned(psbt));
    const plain = bitcoin.Transaction.fromBuffer(psbt.data.getTransaction());
    const script = bitcoin.payments.p2pkh({ pubkey: wallet.publicKey }).output ?? new Uint8Array();
    const expected = [0, 2].map((i) =>
      plain.hashForWitnessV0(i, script, inputs[i]?.amount ?? 0n, bitcoin.Transaction.SIGHASH_ALL),
    );
    expect(payloads.map(bytesToHex)).toEqual(expected.map((hash) => bytesToHex(hash)));
  });

  it('shared with another wallet is complete after the second signature, in either order', () => {
    const inputs = [
      { owner: wallet, amount: 5000n },
      { owner: other, amount: 7000n },
    ];
    const bytes = unsigned(psbtOf(inputs, [{ address: recipient, amount: 11_000n }])).unsigned;
    const results = [
      [wallet, other],
      [other, wallet],
    ].map((order) => {
      let current: Uint8Array = bytes;
      let answer: SignedBitcoinTransaction | undefined;
      for (const owner of order) {
        expect(answer?.signed_transaction ?? null).toBeNull();
        answer = sign(owner, current);
        current = base64.decode(answer.psbt);
      }
      return answer?.signed_transaction;
    });
    expect(results[0]).toMatch(/^02000000/);
    expect(results[1]).toBe(results[0]);
  });

  it.each([
    ['amounts', false],
    ['whole previous transactions alone', true],
  ])('keeps a signature that bitcoinjs-lib made for another key, with %s', (_name, full) => {
    const psbt = psbtOf(
      [
        { owner: wallet, amount: 5000n, full },
        { owner: other, amount: 7000n, full },
      ],
      [{ address: recipient, amount: 11_000n }],
    );
    psbt.signInput(1, signerOf(other));
    const { signed_transaction } = sign(wallet, unsigned(psbt).unsigned);
    psbt.signInput(0, signerOf(wallet));
    expect(signed_transaction).toBe(psbt.finalizeAllInputs().extractTransaction(true).toHex());
  });

  it('may be signed again, with the same answer', () => {
    const bytes = unsigned(
      psbtOf([{ owner: wallet, amount: 5000n }], [{ address: recipient, amount: 4000n }]),
    ).unsigned;
    const once = sign(wallet, bytes);
    expect(sign(wallet, base64.decode(once.psbt))).toEqual(once);
  });

  it('is not completed by a false signature of the wallet that somebody inserted', () => {
    const psbt = psbtOf([{ owner: wallet, amount: 5000n }], [{ address: recipient, amount: 4000n }]);
    const good = sign(wallet, unsigned(psbt).unsigned);
    const falsified = psbtOf([{ owner: wallet, amount: 5000n }], [{ address: recipient, amount: 3000n }]);
    falsified.signInput(0, signerOf(wallet));
    psbt.data.inputs[0] = { ...psbt.data.inputs[0], partialSig: falsified.data.inputs[0]?.partialSig ?? [] };
    expect(sign(wallet, unsigned(psbt).unsigned)).toEqual(good);
  });
});

describe('the view of a PSBT', () => {
  it('shows inputs, outputs and the fee', () => {
    const inputs = [
      { owner: wallet, amount: 5000n, full: true },
      { owner: other, amount: 7000n, full: true },
    ];
    const psbt = psbtOf(inputs, [
      { address: recipient, amount: 10_000n },
      { address: wallet.address, amount: 1500n },
    ]);
    psbt.addOutput({ script: hexToBytes('6a026869'), value: 0n });
    const decoded = decodeOperation(wallet, unsigned(psbt));
    if (decoded.kind !== 'bitcoin_transaction') throw new Error('expected a transaction');
    const { transaction } = decoded;
    expect(transaction).toMatchObject({ version: 2, lockTime: 0, fee: 500n, isFeeProven: true });
    expect(transaction.outputs).toEqual([
      { address: recipient, amount: 10_000n, script: bytesToHex(bitcoin.address.toOutputScript(recipient)) },
      { address: wallet.address, amount: 1500n, script: bytesToHex(scriptOf(wallet)) },
      { address: undefined, amount: 0n, script: '6a026869' },
    ]);
    expect(transaction.inputs).toMatchObject([
      {
        txid: funding({ owner: wallet, amount: 5000n }, 0).getId(),
        output: 0,
        amount: 5000n,
        address: wallet.address,
        isOwn: true,
      },
      { amount: 7000n, address: other.address, isOwn: false },
    ]);
  });

  it.each<[string, Input[], boolean]>([
    ['of one input with a witness UTXO is proven', [{ owner: wallet, amount: 5000n }], true],
    [
      'of two inputs with witness UTXOs is not',
      [
        { owner: wallet, amount: 5000n },
        { owner: wallet, amount: 5000n },
      ],
      false,
    ],
    [
      'of two inputs of which one is whole is not',
      [
        { owner: wallet, amount: 5000n, full: true },
        { owner: wallet, amount: 5000n },
      ],
      false,
    ],
    [
      'of two whole inputs is proven',
      [
        { owner: wallet, amount: 5000n, full: true },
        { owner: other, amount: 5000n, full: true },
      ],
      true,
    ],
  ])('says that the fee %s', (_, inputs, isFeeProven) => {
    const psbt = psbtOf(inputs, [{ address: recipient, amount: 600n }]);
    expect(decodeOperation(wallet, unsigned(psbt))).toMatchObject({ transaction: { isFeeProven } });
  });

  it.each([
    ['BTC_TESTNET', bitcoin.networks.testnet],
    ['BTC_REGTEST', bitcoin.networks.regtest],
  ])('has the addresses of %s', (name, network) => {
    const own = testWallet('BTC', wallet.secret, name);
    const addresses = [
      own.address,
      bitcoin.payments.p2tr({ internalPubkey: wallet.publicKey.slice(1), network }).address ?? '',
      bitcoin.payments.p2pkh({ pubkey: wallet.publicKey, network }).address ?? '',
      bitcoin.payments.p2sh({ hash: new Uint8Array(20), network }).address ?? '',
      bitcoin.payments.p2wsh({ hash: new Uint8Array(32).fill(1), network }).address ?? '',
    ];
    const psbt = psbtOf(
      [{ owner: own, amount: 90_000n }],
      addresses.map((address) => ({ address, amount: 600n })),
      network,
    );
    const decoded = decodeOperation(own, unsigned(psbt));
    if (decoded.kind !== 'bitcoin_transaction') throw new Error('expected a transaction');
    expect(decoded.transaction.outputs.map(({ address }) => address)).toEqual(addresses);
  });
});
