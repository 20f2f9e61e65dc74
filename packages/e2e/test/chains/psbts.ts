import * as btc from '@scure/btc-signer';
import * as bitcoin from 'bitcoinjs-lib';

export type Payment = { readonly address: string; readonly satoshis: bigint };

/**
 * A PSBT of version 0, made by bitcoinjs-lib. It spends one output of each owner, from transactions that nobody has
 * seen.
 */
export function psbtOf(owners: readonly Payment[], payments: readonly Payment[]): bitcoin.Psbt {
  const psbt = new bitcoin.Psbt();
  owners.forEach(({ address, satoshis }, index) => {
    const funding = new bitcoin.Transaction();
    funding.addInput(Buffer.alloc(32, index + 1), 0);
    funding.addOutput(bitcoin.address.toOutputScript(address), satoshis);
    psbt.addInput({ hash: funding.getId(), index: 0, nonWitnessUtxo: funding.toBuffer() });
    psbt.updateInput(index, {
      witnessUtxo: { script: bitcoin.address.toOutputScript(address), value: satoshis },
    });
  });
  for (const { address, satoshis } of payments) psbt.addOutput({ address, value: satoshis });
  return psbt;
}

/** In base64, in version 0 (BIP-174) or 2 (BIP-370). */
export function psbtText(psbt: bitcoin.Psbt, version: 0 | 2): string {
  if (version === 0) return psbt.toBase64();
  return Buffer.from(btc.Transaction.fromPSBT(psbt.toBuffer()).toPSBT(2)).toString('base64');
}

/** The text's content, in the form that bitcoinjs-lib reads. */
export function psbtFrom(text: string): bitcoin.Psbt {
  const version0 = btc.Transaction.fromPSBT(Buffer.from(text, 'base64')).toPSBT(0);
  return bitcoin.Psbt.fromBuffer(Buffer.from(version0));
}
