import type { SignerRequest, SignerResponse } from '@wallet-service/signer-protocol';
import type { TrustStore } from './trust-store.js';

/** Accepts a later trust bundle if a root key of the image signed it. Returns the version in force. */
export function updateTrustBundle(
  { trust, now }: { readonly trust: TrustStore; readonly now: () => number },
  { signedBundle }: SignerRequest<'UpdateTrustBundle'>,
): SignerResponse<'UpdateTrustBundle'> {
  trust.offer(signedBundle, now());
  return { version: BigInt(trust.inForce.bundle.version) };
}
