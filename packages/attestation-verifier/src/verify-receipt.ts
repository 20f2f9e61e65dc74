import { createHash, verify } from 'node:crypto';
import {
  decodeReceipt,
  ed25519PublicKey,
  receiptSignaturePayload,
  requestHashOf,
  type AttestedClaims,
  type Receipt,
} from '@wallet-service/signer-protocol';
import { AttestationRefused } from './attestation-refused.js';

/** What a client knows about its own request, without trusting the service. */
export type ClientRequest = Pick<Receipt, 'chain' | 'address' | 'operation'> & {
  /** The token of the request, as it was sent. */
  readonly jwt: string;
  /** The bytes that the wallet's key signs, in order: on ETH and BTC digests of 32 bytes, on SOL the message itself. */
  readonly payloads: readonly Uint8Array[];
};

export type ReceiptExpectation = {
  /** The result of `hashOfRequest`, which is enough to keep with a receipt, without the token. */
  readonly requestHash: Uint8Array;
  /**
   * 64 bytes each, r || s or Ed25519, in order. If it is left out, the caller must verify the signatures
   * under the wallet's address.
   */
  readonly signatures?: readonly Uint8Array[];
} & Partial<Pick<Receipt, 'applicationId' | 'walletId' | 'network'>>;

/** The value by which a receipt identifies its request. */
export function hashOfRequest({ chain, address, operation, jwt, payloads }: ClientRequest): Uint8Array {
  return requestHashOf({
    chain,
    address,
    operation,
    jwtHash: sha256(jwt),
    payloadHashes: payloads.map(sha256),
  });
}

/**
 * Verifies a receipt of the attested signer for this request. `claims` come from `verifySignerAttestation`.
 * Offline: a receipt stays valid as long as its attestation is kept with it. Throws AttestationRefused.
 */
export function verifyReceipt(
  signed: { readonly statement: Uint8Array; readonly signature: Uint8Array },
  claims: Pick<AttestedClaims, 'receiptPublicKey'>,
  expected: ReceiptExpectation,
): Receipt {
  const key = ed25519PublicKey(claims.receiptPublicKey);
  if (!verify(null, receiptSignaturePayload(signed.statement), key, signed.signature))
    throw new AttestationRefused('receipt-signature');
  const receipt = decodeReceipt(signed.statement);
  if (receipt === undefined) throw new AttestationRefused('receipt-malformed');
  const { requestHash, signatures, ...texts } = expected;
  // A signer that contradicts itself is not trusted either.
  if (!isSame(receipt.requestHash, requestHashOf(receipt)) || !isSame(receipt.requestHash, requestHash))
    throw new AttestationRefused('receipt-mismatch', 'requestHash');
  if (signatures && !areSame(receipt.signatureHashes, signatures.map(sha256)))
    throw new AttestationRefused('receipt-mismatch', 'signatures');
  for (const name of Object.keys(texts) as (keyof typeof texts)[])
    if (texts[name] !== undefined && receipt[name] !== texts[name])
      throw new AttestationRefused('receipt-mismatch', name);
  return receipt;
}

function areSame(left: readonly Uint8Array[], right: readonly Uint8Array[]): boolean {
  return (
    left.length === right.length &&
    left.every((bytes, index) => isSame(bytes, right[index] ?? new Uint8Array(0)))
  );
}

function isSame(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}

function sha256(data: string | Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(data).digest());
}
