import { createHash } from 'node:crypto';
import { addressOf } from '@wallet-service/addresses';
import {
  encodeReceipt,
  receiptSignaturePayload,
  requestHashOf,
  type SignerRequest,
  type SignerResponse,
} from '@wallet-service/signer-protocol';
import type { RecordContext } from './owner-context.js';
import type { ReceiptKey } from './receipt-key.js';
import type { WalletSignature } from './signatures.js';
import type { TrustStore } from './trust-store.js';

export type SignReceiptDeps = {
  readonly trust: TrustStore;
  readonly receiptKey: ReceiptKey;
  /** Unix seconds. */
  readonly now: () => number;
};

/** What was just signed, and on what authority. */
export type SignedRequest = {
  readonly request: Pick<SignerRequest<'Sign'>, 'jwt' | 'operation' | 'payloads' | 'verdict'>;
  readonly bound: RecordContext;
  readonly publicKey: Uint8Array;
  readonly signatures: readonly WalletSignature[];
};

/**
 * A receipt for signatures that both keys allowed. With it the caller can prove later, offline, which signer
 * made them and why.
 */
export function signReceipt(
  { trust, receiptKey, now }: SignReceiptDeps,
  { request, bound, publicKey, signatures }: SignedRequest,
): NonNullable<SignerResponse<'Sign'>['receipt']> {
  const { applicationId, walletId, chain, network } = bound;
  const { document, payloadHash } = trust.inForce;
  const asked = {
    chain,
    address: addressOf(chain, network, publicKey),
    operation: request.operation,
    jwtHash: sha256(request.jwt),
    payloadHashes: request.payloads.map(sha256),
  };
  const statement = encodeReceipt({
    ...asked,
    requestHash: requestHashOf(asked),
    applicationId,
    walletId,
    network,
    verdictHash: sha256(request.verdict),
    rootVersion: document.version,
    rootHash: payloadHash,
    signatureHashes: signatures.map(({ signature }) => sha256(signature)),
    time: now(),
  });
  const signature = receiptKey.sign(receiptSignaturePayload(statement));
  return { statement, signature, publicKey: receiptKey.publicKey };
}

function sha256(data: string | Uint8Array): Uint8Array {
  return new Uint8Array(createHash('sha256').update(data).digest());
}
