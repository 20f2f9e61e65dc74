import type { SignerResponse } from '@wallet-service/signer-protocol';
import type { Phase } from './phases.js';
import type { ReceiptKey } from './receipt-key.js';
import type { TrustStore } from './trust-store.js';

/**
 * The phase and the trust bundle in force, so that callers can detect a signer that was rolled back to an
 * older bundle.
 */
export function getStatus(
  phase: Phase,
  { trust, receiptKey }: { readonly trust: TrustStore; readonly receiptKey: ReceiptKey },
  metrics: string,
): SignerResponse<'GetStatus'> {
  const { bundle, payloadHash } = trust.inForce;
  return {
    phase,
    trustBundleVersion: BigInt(bundle.version),
    trustBundleHash: payloadHash,
    trustBundleExpiresAt: BigInt(bundle.expiresAt),
    metrics,
    receiptPublicKey: receiptKey.publicKey,
  };
}
