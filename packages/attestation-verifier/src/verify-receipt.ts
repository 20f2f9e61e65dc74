import { verify } from 'node:crypto';
import {
  decodeReceipt,
  ed25519PublicKey,
  receiptSignaturePayload,
  type AttestedClaims,
  type Receipt,
} from '@wallet-service/signer-protocol';
import { AttestationRefused } from './attestation-refused.js';

/** What the client knows of its own request and of the answer. */
export type ReceiptExpectation = Partial<
  Pick<Receipt, 'applicationId' | 'walletId' | 'requestHash' | 'jwtHash'>
> &
  Pick<Receipt, 'signatureHashes'>;

/**
 * A receipt that the attested signer gave for these signatures. `claims` come out of verifySignerAttestation. Offline: a receipt stays good for as long as its
 * attestation is kept with it. Throws AttestationRefused.
 */
export function verifyReceipt(
  signed: { readonly receipt: Uint8Array; readonly signature: Uint8Array },
  claims: Pick<AttestedClaims, 'receiptPublicKey'>,
  expected: ReceiptExpectation,
): Receipt {
  const key = ed25519PublicKey(claims.receiptPublicKey);
  if (!verify(null, receiptSignaturePayload(signed.receipt), key, signed.signature))
    throw new AttestationRefused('receipt-signature');
  const receipt = decodeReceipt(signed.receipt);
  if (receipt === undefined) throw new AttestationRefused('receipt-malformed');
  for (const field of Object.keys(expected) as (keyof ReceiptExpectation)[])
    if (expected[field] !== undefined && !isSame(receipt[field], expected[field]))
      throw new AttestationRefused('receipt-mismatch', field);
  return receipt;
}

type Field = string | Uint8Array | readonly Uint8Array[] | undefined;

function isSame(left: Field, right: Field): boolean {
  return textOf(left) === textOf(right);
}

function textOf(field: Field): string | undefined {
  if (field === undefined || typeof field === 'string') return field;
  const list = field instanceof Uint8Array ? [field] : field;
  return list.map((bytes) => Buffer.from(bytes).toString('hex')).join();
}
