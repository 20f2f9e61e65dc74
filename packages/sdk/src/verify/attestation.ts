import { sameBytes } from '../core/encoding.js';
import { bytesOf, type AnsweredBytes } from './answered.js';
import { decodeAttestedClaims, decodeSelfSignedAttestation, type AttestedClaims } from './claims.js';
import { assertNonce, refuseByTime, type Freshness } from './freshness.js';
import { verifyNitroDocument, type DocumentExpectation } from './nitro.js';
import { ProofRefused } from './proof-refused.js';
import { isEd25519Signature } from './web-crypto.js';

/**
 * Verifies the attestation of a signer with the expected image: a `document` of `GET /v2/attestation`, in base64 or as
 * bytes. Returns what the signer says of itself: its TLS key, its receipt key, the root document in force and its
 * build. The caller must compare these with the expected ones. Throws ProofRefused, 'not-attested' for the statement of
 * a signer without hardware. An expectation that would prove nothing is a RangeError.
 */
export async function verifyAttestation(
  document: AnsweredBytes,
  expected: DocumentExpectation,
): Promise<AttestedClaims> {
  if (decodeSelfSignedAttestation(bytesOf(document, 'malformed'))) throw new ProofRefused('not-attested');
  const { userData } = await verifyNitroDocument(document, expected);
  const claims = userData && decodeAttestedClaims(userData);
  if (!claims) throw new ProofRefused('user-data');
  return claims;
}

/**
 * Verifies the statement of a signer without attestation hardware. It proves no hardware, no image and no operator,
 * only that the holder of its receipt key got this nonce. For development, and for installations that trust their host
 * and want receipts. Throws ProofRefused.
 */
export async function verifySelfSignedAttestation(
  document: AnsweredBytes,
  expected: Freshness,
): Promise<AttestedClaims> {
  assertNonce(expected.nonce);
  const attestation = decodeSelfSignedAttestation(bytesOf(document, 'malformed'));
  if (!attestation) throw new ProofRefused('malformed', 'self-signed');
  const { nonce, timestamp, claims, signed, signature } = attestation;
  if (!(await isEd25519Signature(claims.receiptPublicKey, signed, signature)))
    throw new ProofRefused('signature');
  refuseByTime(timestamp, expected);
  if (!sameBytes(nonce, expected.nonce)) throw new ProofRefused('nonce');
  return claims;
}
