import * as btc from '@scure/btc-signer';
import * as bitcoin from 'bitcoinjs-lib';
import * as libsecp256k1 from 'tiny-secp256k1';
import { p2wpkhScript } from '../src/btc/generic-message.js';
import type { SignedBitcoinTransaction } from '../src/btc/signed-psbt.js';
import { signTransaction, testWallet, type TestWallet } from './wallets.js';

bitcoin.initEccLib(libsecp256k1);

export const wallet = testWallet('BTC', new Uint8Array(32).fill(0x11));
export const other = testWallet('BTC', new Uint8Array(32).fill(0x22));
export const recipient = 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu';

export type Input = { owner: TestWallet; amount: bigint; sighashType?: number; full?: boolean };
export type Output = { address: string; amount: bigint };

export const scriptOf = (owner: TestWallet): Uint8Array => p2wpkhScript(owner.publicKey);

/** A transaction that pays `amount` to `owner`. `salt` makes it a different one. */
export function funding({ owner, amount }: Input, salt: number): bitcoin.Transaction {
  const transaction = new bitcoin.Transaction();
  transaction.addInput(Buffer.alloc(32, (salt % 255) + 1), salt);
  transaction.addOutput(scriptOf(owner), amount);
  return transaction;
}

export function psbtOf(inputs: Input[], outputs: Output[], network = bitcoin.networks.bitcoin): bitcoin.Psbt {
  const psbt = new bitcoin.Psbt({ network });
  inputs.forEach((input, i) => {
    const previous = funding(input, i);
    const { owner, amount, sighashType, full } = input;
    psbt.addInput({
      hash: previous.getId(),
      index: 0,
      ...(full
        ? { nonWitnessUtxo: previous.toBuffer() }
        : { witnessUtxo: { script: scriptOf(owner), value: amount } }),
      ...(sighashType !== undefined && { sighashType }),
    });
  });
  outputs.forEach(({ address, amount }) => psbt.addOutput({ address, value: amount }));
  return psbt;
}

/** libsecp256k1 as the signer of bitcoinjs-lib. */
export const signerOf = ({ publicKey, secret }: TestWallet): bitcoin.Signer => ({
  publicKey,
  sign: (hash) => libsecp256k1.sign(hash, secret),
});

export const version2 = (psbt: bitcoin.Psbt): Uint8Array =>
  btc.Transaction.fromPSBT(psbt.toBuffer()).toPSBT(2);
export const unsigned = (psbt: bitcoin.Psbt) => ({
  kind: 'transaction' as const,
  unsigned: Uint8Array.from(psbt.toBuffer()),
});

export function sign(owner: TestWallet, bytes: Uint8Array): SignedBitcoinTransaction {
  return signTransaction(owner, bytes) as SignedBitcoinTransaction;
}
