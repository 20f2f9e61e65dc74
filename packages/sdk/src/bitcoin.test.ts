import { secp256k1 } from '@noble/curves/secp256k1.js';
import * as btc from '@scure/btc-signer';
import { address, networks, payments, Psbt, Transaction } from 'bitcoinjs-lib';
import { verify } from 'tiny-secp256k1';
import { bitcoinWalletWithKey, type Answer } from '../test/bitcoin-wallet-with-key.js';
import { signPsbt } from './bitcoin.js';
import { fromHex, toBase64 } from './core/encoding.js';
import type { BitcoinWallet } from './wallets.js';

const stranger = payments.p2wpkh({ hash: new Uint8Array(20).fill(7) }).address ?? '';
const validator = (publicKey: Uint8Array, hash: Uint8Array, signature: Uint8Array) =>
  verify(hash, publicKey, signature);

/** Spends one output of each owner, with the whole previous transaction as well. */
function psbtOf(...owners: readonly string[]): Psbt {
  const psbt = new Psbt();
  psbt.setLocktime(700_000);
  owners.forEach((owner, index) => {
    const script = address.toOutputScript(owner);
    const funding = new Transaction();
    funding.addInput(new Uint8Array(32).fill(index + 1), 0);
    funding.addOutput(script, 5000n);
    const sequence = 0xfffffffd;
    psbt.addInput({ hash: funding.getId(), index: 0, sequence, nonWitnessUtxo: funding.toBuffer() });
    if (index % 2 === 0) psbt.updateInput(index, { witnessUtxo: { script, value: 5000n } });
  });
  return psbt.addOutput({ address: stranger, value: 4000n }).addOutput({ address: stranger, value: 300n });
}

const inVersion = (psbt: Psbt, version: 0 | 2) =>
  version === 0 ? psbt.toBuffer() : btc.Transaction.fromPSBT(psbt.toBuffer()).toPSBT(2);

const refusal = (code: string, message = '') => ({
  name: 'WalletServiceError',
  code,
  message: expect.stringContaining(message) as string,
});

describe.each([0, 2] as const)('a PSBT of version %d', (version) => {
  it('gets signatures that bitcoinjs finds valid, and its transaction', async () => {
    const wallet = bitcoinWalletWithKey();
    const { psbt, transaction, txid } = await signPsbt(
      wallet,
      inVersion(psbtOf(wallet.address, wallet.address), version),
    );
    const version0 = btc.Transaction.fromPSBT(Buffer.from(psbt, 'base64')).toPSBT(0);
    const theirs = Psbt.fromBuffer(version0);
    expect(theirs.validateSignaturesOfAllInputs(validator)).toBe(true);
    const extracted = theirs.finalizeAllInputs().extractTransaction();
    expect([extracted.toHex(), extracted.getId()]).toEqual([transaction, txid]);
  });

  it('of several owners has no transaction until all have signed', async () => {
    const [one, other] = [bitcoinWalletWithKey(), bitcoinWalletWithKey()];
    const given = inVersion(psbtOf(one.address, other.address), version);
    const half = await signPsbt(one, given);
    expect(half).toMatchObject({ transaction: null, txid: null });
    const whole = await signPsbt(other, half.psbt);
    const keys = [one, other].map(({ secretKey }) => secretKey);
    const theirs = btc.Transaction.fromPSBT(given);
    for (const key of keys) theirs.sign(key);
    expect(btc.Transaction.fromPSBT(Buffer.from(whole.psbt, 'base64')).unsignedTx).toEqual(theirs.unsignedTx);
  });

  it('is the same as base64 and as bytes', async () => {
    const wallet = bitcoinWalletWithKey();
    const given = inVersion(psbtOf(wallet.address), version);
    expect(await signPsbt(wallet, toBase64(given))).toEqual(await signPsbt(wallet, given));
  });
});

describe("the caller's object", () => {
  it('of bitcoinjs gets the signatures, keeps those of others, and can be finalized', async () => {
    const [one, other] = [bitcoinWalletWithKey(), bitcoinWalletWithKey()];
    const psbt = psbtOf(one.address, other.address, one.address);
    await signPsbt(one, psbt);
    expect(psbt.data.inputs.map(({ partialSig }) => partialSig?.length)).toEqual([1, undefined, 1]);
    const { psbt: text } = await signPsbt(other, psbt);
    expect(psbt.toBase64()).toBe(Psbt.fromBase64(text).toBase64());
    expect(psbt.validateSignaturesOfAllInputs(validator)).toBe(true);
    expect(psbt.finalizeAllInputs().extractTransaction().ins).toHaveLength(3);
  });

  it.each([0, 2] as const)(
    'of scure (version %d) gets the signatures, and can be finalized',
    async (version) => {
      const wallet = bitcoinWalletWithKey();
      const transaction = btc.Transaction.fromPSBT(
        inVersion(psbtOf(wallet.address, wallet.address), version),
      );
      const { transaction: sent, txid } = await signPsbt(wallet, transaction);
      transaction.finalize();
      expect([transaction.hex, transaction.id]).toEqual([sent, txid]);
    },
  );

  it('may be signed once more, by the same wallet', async () => {
    const wallet = bitcoinWalletWithKey();
    const psbt = psbtOf(wallet.address, stranger);
    const first = await signPsbt(wallet, psbt);
    expect(await signPsbt(wallet, psbt)).toEqual(first);
  });

  it('with another signature of the wallet is refused, because it would keep that one', async () => {
    const wallet = bitcoinWalletWithKey();
    const psbt = psbtOf(wallet.address);
    const der = secp256k1.sign(new Uint8Array(32), wallet.secretKey, { prehash: false, format: 'der' });
    const partialSig = [{ pubkey: fromHex(wallet.publicKey), signature: Uint8Array.of(...der, 1) }];
    psbt.updateInput(0, { partialSig });
    await expect(signPsbt(wallet, psbt)).rejects.toMatchObject(
      refusal('client.request-invalid', 'input 0 has another signature of this wallet'),
    );
    expect((await signPsbt(wallet, psbt.toBase64())).txid).not.toBeNull();
  });

  it('that changes meanwhile gets no signature', async () => {
    const wallet = bitcoinWalletWithKey();
    const psbt = psbtOf(wallet.address);
    const signing = signPsbt(wallet, psbt);
    psbt.addOutput({ address: stranger, value: 1n });
    await expect(signing).rejects.toMatchObject(refusal('client.request-invalid', 'changed'));
    expect(psbt.data.inputs[0]?.partialSig).toBeUndefined();
  });
});

it.each([
  ['no base64', '?'],
  ['hex', '70736274ff'],
  ['a transaction', Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0, 0, 0)],
  ['a PSBT that is cut off', psbtOf(stranger).toBuffer().subarray(0, -1)],
  ['a PSBT with bytes behind it', Uint8Array.of(...psbtOf(stranger).toBuffer(), 0)],
  ['a PSBT without an input of the wallet', psbtOf(stranger)],
])('%s is not sent', async (_name, psbt) => {
  const wallet = bitcoinWalletWithKey();
  await expect(signPsbt(wallet, psbt)).rejects.toMatchObject(refusal('client.request-invalid'));
  expect(wallet.asked).toEqual([]);
});

it('the options of the call go to the wallet', async () => {
  const wallet = bitcoinWalletWithKey();
  const options: unknown[] = [];
  const listening: BitcoinWallet = {
    ...wallet,
    signPsbt: (psbt, given) => {
      options.push(given);
      return wallet.signPsbt(psbt);
    },
  };
  const given = { signal: new AbortController().signal, receipt: true };
  await signPsbt(listening, psbtOf(wallet.address), given);
  expect(options).toEqual([given]);
});

it('a wallet of a test network is known by its address', async () => {
  const wallet = bitcoinWalletWithKey();
  const { hash = new Uint8Array() } = payments.p2wpkh({ pubkey: fromHex(wallet.publicKey) });
  const { address: elsewhere = '' } = payments.p2wpkh({ hash, network: networks.regtest });
  const { txid } = await signPsbt({ ...wallet, address: elsewhere }, psbtOf(wallet.address));
  expect(txid).not.toBeNull();
});

/** Changes the unsigned transaction in a PSBT of version 0. */
const changing =
  (change: (transaction: Transaction) => void) =>
  ({ maps }: Answer): void => {
    const transaction = Transaction.fromBuffer(maps.global.get('0x00') ?? new Uint8Array());
    change(transaction);
    maps.global.set('0x00', transaction.toBuffer());
  };
function otherSignature(message: number, secretKey = secp256k1.utils.randomSecretKey()): Uint8Array {
  const digest = new Uint8Array(32).fill(message);
  return Uint8Array.of(...secp256k1.sign(digest, secretKey, { prehash: false, format: 'der' }), 1);
}
const inputOf = ({ maps }: Answer, index = 0) => maps.inputs[index] ?? new Map<string, Uint8Array>();

/** Changes the signature of the first input, in the PSBT and in the transaction. */
const replacing =
  (change: (own: Uint8Array, other: Uint8Array) => Uint8Array) =>
  (answer: Answer, key: string): void => {
    const [own, other] = [0, 1].map((index) => inputOf(answer, index).get(key) ?? new Uint8Array());
    const signature = change(own ?? new Uint8Array(), other ?? new Uint8Array());
    inputOf(answer).set(key, signature);
    answer.transaction?.setWitness(0, [signature, fromHex(key).subarray(1)]);
  };

/** What no service may answer to a PSBT that the wallet's key can complete. */
const lies: Readonly<Record<string, (answer: Answer, key: string) => void>> = {
  'another amount': changing(({ outs: [first] }) => {
    if (first) first.value += 1n;
  }),
  'another recipient': changing(({ outs: [first] }) => {
    first?.script.fill(9, 2);
  }),
  'one output more': changing((transaction) => {
    transaction.addOutput(new Uint8Array(22), 1n);
  }),
  'outputs in another order': changing((transaction) => {
    transaction.outs.reverse();
  }),
  'another sequence': changing(({ ins: [first] }) => {
    if (first) first.sequence = 0xffffffff;
  }),
  'another lock time': changing((transaction) => {
    transaction.locktime += 1;
  }),
  'another transaction version': changing((transaction) => {
    transaction.version = 1;
  }),
  'the signature of another key under the own': replacing(() => otherSignature(1)),
  'a partial signature of a foreign key': (answer, key) =>
    inputOf(answer).set(key.replace(/..$/, 'ab'), otherSignature(1)),
  'a signature in none of the inputs': ({ maps }, key) => {
    for (const map of maps.inputs) map.delete(key);
  },
  'a signature in only one of two inputs': (answer, key) => inputOf(answer, 1).delete(key),
  'the signature of the other input': replacing((_own, other) => other),
  'a truncated signature': replacing((own) => own.slice(0, -1)),
  'an empty signature': replacing(() => new Uint8Array()),
  'another signature type': replacing((own) => Uint8Array.of(...own.subarray(0, -1), 3)),
  'a high s': replacing((own) => {
    const signature = secp256k1.Signature.fromBytes(own.subarray(0, -1), 'der');
    const high = new secp256k1.Signature(signature.r, secp256k1.Point.Fn.ORDER - signature.s);
    return Uint8Array.of(...high.toBytes('der'), 1);
  }),
  'the previous transaction left out': (answer) => inputOf(answer).delete('0x00'),
  'the witness UTXO left out': (answer) => inputOf(answer).delete('0x01'),
  'another amount of the witness UTXO': (answer) => inputOf(answer).get('0x01')?.set([1]),
  'an input finalized': (answer) => inputOf(answer).set('0x08', Uint8Array.of(1, 1, 1)),
  'an entry more in an output': (answer) => answer.maps.outputs[0]?.set('0xfc00', new Uint8Array()),
  'an entry more for all': (answer) => answer.maps.global.set('0xfc00', new Uint8Array()),
  'a map less': (answer) => answer.maps.outputs.pop(),
  'no PSBT': (answer) => answer.maps.global.delete('0x00'),
  'another transaction beside the PSBT': (answer) => answer.transaction?.addOutput(new Uint8Array(22), 1n),
  'another lock time of the transaction': ({ transaction }) => {
    if (transaction) transaction.locktime = 0;
  },
  'a transaction without its witness': ({ transaction }) => transaction?.setWitness(0, []),
  'another key in a witness': ({ transaction }) => transaction?.ins[0]?.witness[1]?.fill(2, 1),
  'a script in an input': ({ transaction }) => transaction?.setInputScript(0, Uint8Array.of(1, 1)),
  'no transaction': (answer) => Object.assign(answer, { transaction: null, txid: null }),
  'an id without a transaction': (answer) => Object.assign(answer, { transaction: null }),
  'another transaction id': (answer) => Object.assign(answer, { txid: '00'.repeat(32) }),
  'the id in the other byte order': (answer) =>
    Object.assign(answer, {
      txid: Buffer.from(answer.txid ?? '', 'hex')
        .reverse()
        .toString('hex'),
    }),
  'the PSBT as it was given': (answer, key) => {
    answer.maps.inputs.forEach((map) => map.delete(key));
    Object.assign(answer, { transaction: null, txid: null });
  },
};

describe.each(Object.entries(lies))('an answer with %s', (_name, lie) => {
  it.each(['text', 'object'])('is refused (%s)', async (form) => {
    const wallet = bitcoinWalletWithKey(lie);
    const psbt = psbtOf(wallet.address, wallet.address);
    const before = psbt.toBase64();
    await expect(signPsbt(wallet, form === 'text' ? before : psbt)).rejects.toMatchObject(
      refusal('client.answer-mismatch'),
    );
    expect(psbt.toBase64()).toBe(before);
  });
});

describe('beside the input of another owner', () => {
  it.each([
    [
      'a signature of this wallet',
      (answer: Answer, key: string) => inputOf(answer, 1).set(key, otherSignature(1)),
    ],
    ['its data left out', (answer: Answer) => inputOf(answer, 1).delete('0x00')],
    [
      'a transaction, although it is not signed',
      (answer: Answer) => {
        Object.assign(answer, { transaction: Transaction.fromHex('02000000000000000000'), txid: '00' });
      },
    ],
  ])('%s is refused', async (_name, lie) => {
    const wallet = bitcoinWalletWithKey(lie);
    await expect(signPsbt(wallet, psbtOf(wallet.address, stranger))).rejects.toMatchObject(
      refusal('client.answer-mismatch'),
    );
  });
});
