import {
  decodeAttestedClaims,
  decodeSelfSignedAttestation,
  type AttestedClaims,
} from '@wallet-service/signer-protocol';
import { AttestationRefused } from './attestation-refused.js';
import { verifyNitroDocument, type DocumentExpectation } from './verify-nitro-document.js';

/**
 * What the signer of the expected image says of itself: its TLS key, its receipt key, the trust bundle in
 * force and its build. Whether these are the ones that the caller wants is for the caller to compare. Throws
 * AttestationRefused.
 */
export function verifySignerAttestation(document: Uint8Array, expected: DocumentExpectation): AttestedClaims {
  if (decodeSelfSignedAttestation(document)) throw new AttestationRefused('not-attested');
  const { userData } = verifyNitroDocument(document, expected);
  const claims = userData && decodeAttestedClaims(userData);
  if (!claims) throw new AttestationRefused('user-data');
  return claims;
}
