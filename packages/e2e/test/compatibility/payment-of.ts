import * as bitcoin from 'bitcoinjs-lib';
import { secp256k1 } from '@noble/curves/secp256k1.js';

/**
 * What a signed transaction pays, in the words of Magic's documentation. Throws unless the owner of the address signed
 * every input, each worth `satoshis`.
 */
export function paymentOf(hex: string, address: string, satoshis: bigint) {
  const transaction = bitcoin.Transaction.fromHex(hex);
  const inputs = transaction.ins.map(({ hash, index: tx_num, witness }, input) => {
    const [signature = new Uint8Array(), pubkey = new Uint8Array()] = witness;
    const code = bitcoin.payments.p2pkh({ pubkey }).output ?? new Uint8Array();
    const digest = transaction.hashForWitnessV0(input, code, satoshis, bitcoin.Transaction.SIGHASH_ALL);
    const der = signature.subarray(0, -1);
    const isSigned = secp256k1.verify(der, digest, pubkey, { prehash: false, format: 'der' });
    if (!isSigned || bitcoin.payments.p2wpkh({ pubkey }).address !== address)
      throw new Error(`input ${input} is not signed by ${address}`);
    return { address, value: Number(satoshis), txid: Buffer.from(hash).reverse().toString('hex'), tx_num };
  });
  const outputs = transaction.outs.map(({ script, value }) => ({
    address: bitcoin.address.fromOutputScript(script),
    value: Number(value),
  }));
  return { inputs, outputs };
}
