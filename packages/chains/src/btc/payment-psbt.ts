import * as btc from '@scure/btc-signer';

/** An output to spend. Its amount is believed, because a signature of BIP-143 is only valid for the true one. */
export type SpentOutput = {
  /** Hex, in the byte order of explorers. */
  readonly txid: string;
  readonly output: number;
  readonly script: Uint8Array;
  /** Satoshis. */
  readonly amount: bigint;
};
export type Payment = { readonly script: Uint8Array; readonly amount: bigint };

/** A PSBT of version 0 (BIP-174) that spends segwit outputs: transaction version 2, no lock time, not replaceable. */
export function paymentPsbt(spent: readonly SpentOutput[], payments: readonly Payment[]): Uint8Array {
  const transaction = new btc.Transaction({
    version: 2,
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
  });
  for (const { txid, output, script, amount } of spent)
    transaction.addInput({ txid, index: output, witnessUtxo: { script, amount } });
  for (const { script, amount } of payments) transaction.addOutput({ script, amount });
  return transaction.toPSBT(0);
}
