import { verify } from 'node:crypto';
import {
  decodeSelfSignedAttestation,
  ed25519PublicKey,
  selfSignedPayload,
  type AttestedClaims,
} from '@wallet-service/signer-protocol';
import { AttestationRefused } from './attestation-refused.js';
import { refuseByTime, type Freshness } from './freshness.js';

/**
 * Verifies the statement of a signer without attestation hardware. It proves no hardware, no image and no
 * operator, only that the holder of its receipt key got this nonce. For development, and for installations
 * that trust their host and want receipts. Throws AttestationRefused.
 */
export function verifySelfSignedAttestation(document: Uint8Array, expected: Freshness): AttestedClaims {
  const attestation = decodeSelfSignedAttestation(document);
  if (!attestation) throw new AttestationRefused('malformed', 'self-signed');
  const { nonce, timestamp, claims, signature } = attestation;
  const key = ed25519PublicKey(claims.receiptPublicKey);
  if (!verify(null, selfSignedPayload(attestation), key, signature))
    throw new AttestationRefused('signature');
  refuseByTime(timestamp, expected);
  if (Buffer.compare(nonce, expected.nonce) !== 0) throw new AttestationRefused('nonce');
  return claims;
}
