import { concatBytes } from '@noble/hashes/utils.js';
import type { Transaction } from '@scure/btc-signer';
import { base64 } from '@scure/base';
import { AppError } from '@wallet-service/errors';
import type { RawSignature, SigningWallet } from '../operation.js';
import { assertSignature } from '../raw-signature.js';
import { derSignature } from './der-signature.js';
import { fromLibrary, inputsToSign, parsePsbt } from './psbt.js';
import { SIGHASH_ALL } from './segwit-digest.js';

/** The PSBT in base64 with the signatures of the wallet; when no other is missing, the transaction in hex and its id, else null. */
export type SignedBitcoinTransaction = {
  readonly psbt: string;
  readonly signed_transaction: string | null;
  readonly transaction_hash: string | null;
};

// The library takes undefined for "remove", which its type doesn't say.
const noSignatures: object = { partialSig: undefined };

/** Adds the signatures, one for each payload of the plan and in its order. What others have signed is kept. */
export function assemblePsbt(
  wallet: SigningWallet,
  unsigned: Uint8Array,
  signatures: readonly RawSignature[],
): SignedBitcoinTransaction {
  const parsed = parsePsbt(wallet, unsigned, '/payload');
  const own = inputsToSign(parsed);
  if (own.length !== signatures.length)
    throw new AppError('internal', 'one signature for each input is needed');
  const { transaction } = parsed;
  signatures.forEach((raw, i) => {
    assertSignature(raw);
    const signature = concatBytes(derSignature(raw.signature), Uint8Array.of(SIGHASH_ALL));
    const index = own[i]?.index ?? -1;
    fromLibrary(
      () => {
        // What stands there already is an earlier or a false signature of this wallet: nobody else can sign this input.
        transaction.updateInput(index, noSignatures, true);
        transaction.updateInput(index, { partialSig: [[wallet.publicKey, signature]] }, true);
      },
      '/payload',
      'the signature does not fit into the PSBT',
    );
  });
  return { psbt: base64.encode(transaction.toPSBT()), ...complete(transaction) };
}

function complete(
  transaction: Transaction,
): Pick<SignedBitcoinTransaction, 'signed_transaction' | 'transaction_hash'> {
  const final = transaction.clone();
  try {
    final.finalize();
    return { signed_transaction: final.hex, transaction_hash: final.id };
  } catch {
    // The library has no way to ask; a signature of somebody else is missing.
    return { signed_transaction: null, transaction_hash: null };
  }
}
