import type { SignerResponse } from '@wallet-service/signer-protocol';
import type { Phase } from './phases.js';
import type { TrustStore } from './trust-store.js';

/** The phase and the trust bundle in force: enough for a caller to see a signer that was rolled back to an older bundle. */
export function getStatus(
  phase: Phase,
  trust: TrustStore | undefined,
  metrics: string,
): SignerResponse<'GetStatus'> {
  const inForce = trust?.inForce;
  return {
    phase,
    trustBundleVersion: BigInt(inForce?.bundle.version ?? 0),
    trustBundleHash: inForce?.payloadHash ?? new Uint8Array(0),
    trustBundleExpiresAt: BigInt(inForce?.bundle.expiresAt ?? 0),
    metrics,
  };
}
