import {
  decodeAttestedClaims,
  decodeSelfSignedAttestation,
  type AttestedClaims,
} from '@wallet-service/signer-protocol';
import { AttestationRefused } from './attestation-refused.js';
import { verifyNitroDocument, type DocumentExpectation } from './verify-nitro-document.js';

/**
 * Verifies the attestation of a signer with the expected image and returns its claims: its TLS key, its
 * receipt key, the root document in force and its build. The caller must compare them with the expected ones.
 * Throws AttestationRefused.
 */
export function verifySignerAttestation(document: Uint8Array, expected: DocumentExpectation): AttestedClaims {
  if (decodeSelfSignedAttestation(document)) throw new AttestationRefused('not-attested');
  const { userData } = verifyNitroDocument(document, expected);
  const claims = userData && decodeAttestedClaims(userData);
  if (!claims) throw new AttestationRefused('user-data');
  return claims;
}
