import { fromBase64, sameBytes } from '../core/encoding.js';
import { keyUsage, parseCertificate, type Certificate } from './certificate.js';
import { ProofRefused } from './proof-refused.js';
import { isEs384Signature } from './web-crypto.js';

/**
 * Verifies a chain: the certificate of an enclave, then its issuers up to the root. All must be valid `at` (Unix
 * milliseconds). The answer is the enclave's key. Throws ProofRefused.
 */
export async function verifiedKey(
  chain: readonly Uint8Array[],
  at: number,
  root: Uint8Array,
): Promise<Uint8Array> {
  const certificates = chain.map(parseCertificate);
  const [leaf] = certificates;
  const last = certificates.at(-1);
  if (!leaf || !last || !sameBytes(last.der, root)) throw new ProofRefused('unknown-root');
  for (const [index, certificate] of certificates.entries()) {
    const issuer = certificates[index + 1] ?? last;
    // An issuer's certificate must not pass for an enclave's, or the reverse.
    const isInItsPlace = certificate.isAuthority === index > 0 && hasUsage(certificate);
    // The enclave's certificate, which is no authority, does not count.
    const isNearEnough = index - 1 <= certificate.pathLength;
    if (!isInItsPlace || !isNearEnough || !(await isIssued(certificate, issuer)))
      throw new ProofRefused('chain');
    if (!(certificate.notBefore <= at && at <= certificate.notAfter))
      throw new ProofRefused('certificate-expired');
  }
  return leaf.publicKey;
}

function hasUsage({ isAuthority, keyUsage: usage }: Certificate): boolean {
  return (usage & (isAuthority ? keyUsage.certificateSign : keyUsage.digitalSignature)) > 0;
}

async function isIssued(
  { issuer: name, signed, signature }: Certificate,
  issuer: Certificate,
): Promise<boolean> {
  return sameBytes(name, issuer.subject) && (await isEs384Signature(issuer.publicKey, signed, signature));
}

/** The bytes of a certificate in PEM (RFC 7468). A mistake of the caller throws a TypeError. */
export function certificateOfPem(pem: string): Uint8Array {
  const [, base64] = /^-----BEGIN CERTIFICATE-----([^-]+)-----END CERTIFICATE-----\s*$/.exec(pem) ?? [];
  if (base64 === undefined) throw new TypeError('root is no certificate in PEM');
  return fromBase64(base64.replaceAll(/\s/g, ''));
}
