import { secp256k1 } from '@noble/curves/secp256k1.js';
import { payments, Transaction } from 'bitcoinjs-lib';
import { joined, sized } from '../src/bitcoin/bytes.js';
import { readPsbt, signatureKey, spentOutput } from '../src/bitcoin/psbt.js';
import { withoutScripts } from '../src/bitcoin/transaction.js';
import { fromHex, toBase64, toHex } from '../src/core/encoding.js';
import type { BitcoinWallet } from '../src/wallets.js';

/** A PSBT that one can change: its maps in their order, with keys in hex. */
export type Maps = {
  global: Map<string, Uint8Array>;
  inputs: Map<string, Uint8Array>[];
  outputs: Map<string, Uint8Array>[];
};

export type Answer = { maps: Maps; transaction: Transaction | null; txid: string | null };

/** A wallet with a key of its own. `asked` are the PSBTs that it got. */
export type WalletWithKey = BitcoinWallet & {
  readonly secretKey: Uint8Array;
  readonly asked: readonly Uint8Array[];
};

/** `lie` may change what the wallet answers. `key` is its entry for a signature. */
export function bitcoinWalletWithKey(
  lie: (answer: Answer, key: string) => void = () => undefined,
): WalletWithKey {
  const secretKey = secp256k1.utils.randomSecretKey();
  const pubkey = secp256k1.getPublicKey(secretKey);
  const publicKey = toHex(pubkey);
  const { address = '', hash = new Uint8Array() } = payments.p2wpkh({ pubkey });
  const asked: Uint8Array[] = [];
  return {
    ...{ chain: 'BTC', address, publicKey, secretKey, asked },
    signMessage: () => Promise.reject(new Error('adapters sign no messages')),
    signPsbt: (psbt) => {
      asked.push(psbt);
      const answer = signed(psbt, secretKey, pubkey, payments.p2pkh({ hash }).output ?? new Uint8Array());
      lie(answer, signatureKey(publicKey));
      const { maps, transaction, txid } = answer;
      return Promise.resolve({
        psbt: toBase64(encoded(maps)),
        signed_transaction: transaction?.toHex() ?? null,
        transaction_hash: txid,
      });
    },
  };
}

function signed(psbt: Uint8Array, secretKey: Uint8Array, pubkey: Uint8Array, code: Uint8Array): Answer {
  const { unsigned, ...maps } = readPsbt(psbt);
  const changeable = (map: ReadonlyMap<string, Uint8Array>) => new Map(map);
  const answer = {
    global: changeable(maps.global),
    inputs: maps.inputs.map(changeable),
    outputs: maps.outputs.map(changeable),
  };
  const transaction = Transaction.fromBuffer(withoutScripts(unsigned));
  const keyHash = toHex(code.subarray(3, 23)).slice(2);
  let isComplete = true;
  for (const [index, input] of unsigned.inputs.entries()) {
    const map = answer.inputs[index] ?? new Map<string, Uint8Array>();
    const spent = spentOutput(map, input);
    if (!spent || toHex(spent.script) !== `0x0014${keyHash}`) {
      isComplete = false;
      continue;
    }
    const amount = new DataView(spent.amount.buffer).getBigUint64(0, true);
    const digest = transaction.hashForWitnessV0(index, code, amount, Transaction.SIGHASH_ALL);
    const der = secp256k1.sign(digest, secretKey, { prehash: false, format: 'der' });
    const signature = joined(der, Uint8Array.of(Transaction.SIGHASH_ALL));
    map.set(signatureKey(toHex(pubkey)), signature);
    transaction.setWitness(index, [signature, pubkey]);
  }
  if (!isComplete) return { maps: answer, transaction: null, txid: null };
  return { maps: answer, transaction, txid: transaction.getId() };
}

export function encoded({ global, inputs, outputs }: Maps): Uint8Array {
  const maps = [global, ...inputs, ...outputs].map((map) =>
    joined(...[...map].flatMap(([key, value]) => [sized(fromHex(key)), sized(value)]), Uint8Array.of(0)),
  );
  return joined(fromHex('70736274ff'), ...maps);
}
