import { verify, X509Certificate } from 'node:crypto';
import { AttestationRefused } from './attestation-refused.js';
import { awsNitroRootG1 } from './aws-nitro-root.js';
import { refuseByTime, type Freshness } from './freshness.js';
import { parseNitroDocument, type UnverifiedDocument } from './parse-nitro-document.js';

export type DocumentExpectation = Freshness & {
  /** By index, 48 bytes each: the image's published measurements. PCR0 (the image) must be among them. */
  readonly pcrs: ReadonlyMap<number, Uint8Array>;
  /** PEM. Another root than AWS's is for emulators in development: it proves nothing about hardware. */
  readonly root?: string;
};

export type VerifiedDocument = Omit<UnverifiedDocument, 'toBeSigned' | 'signature' | 'chain'>;

const pcrBytes = 48;
/** NSM always reports these, locked or not. */
const reportedPcrs = 16;

/**
 * Verifies that this is a genuine, recent AWS Nitro attestation document of the expected image, made for the
 * nonce. Certificates are valid for three hours: they are checked at the document's own time, and `maxAgeMs`
 * bounds that time. Throws AttestationRefused.
 */
export function verifyNitroDocument(document: Uint8Array, expected: DocumentExpectation): VerifiedDocument {
  assertExpectation(expected);
  const { toBeSigned, signature, chain, ...claimed } = parseNitroDocument(document);
  const leaf = verifiedLeaf(chain, claimed.timestamp, expected.root ?? awsNitroRootG1);
  const key = { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' } as const;
  const isP384 = leaf.publicKey.asymmetricKeyDetails?.namedCurve === 'secp384r1';
  if (!isP384 || !verify('sha384', toBeSigned, key, signature)) throw new AttestationRefused('signature');
  refuseByTime(claimed.timestamp, expected);
  compareMeasurements(claimed.pcrs, expected.pcrs);
  if (!claimed.nonce || !equal(claimed.nonce, expected.nonce)) throw new AttestationRefused('nonce');
  return claimed;
}

/** A mistake of the caller: such an expectation would prove nothing. */
function assertExpectation({ pcrs, nonce }: DocumentExpectation): void {
  if (!pcrs.has(0)) throw new RangeError('the expected measurements must contain PCR0');
  for (const digest of pcrs.values())
    if (digest.length !== pcrBytes) throw new RangeError('a measurement has 48 bytes');
  if (nonce.length < 16 || nonce.length > 512) throw new RangeError('a nonce has 16 to 512 bytes');
}

function verifiedLeaf(chain: readonly Uint8Array[], at: number, rootPem: string): X509Certificate {
  const certificates = chain.map(readCertificate);
  const [leaf] = certificates;
  const root = new X509Certificate(rootPem);
  if (leaf === undefined || certificates.at(-1)?.fingerprint256 !== root.fingerprint256)
    throw new AttestationRefused('unknown-root');
  for (const [index, certificate] of certificates.entries()) {
    const issuer = certificates[index + 1] ?? root;
    const isIssued = issuer.ca && certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
    // An issuer's certificate must not pass for an enclave's, or the reverse.
    if (!isIssued || certificate.ca !== index > 0) throw new AttestationRefused('chain');
    if (Date.parse(certificate.validFrom) > at || at > Date.parse(certificate.validTo))
      throw new AttestationRefused('certificate-expired');
  }
  return leaf;
}

function readCertificate(der: Uint8Array): X509Certificate {
  try {
    return new X509Certificate(der);
  } catch {
    throw new AttestationRefused('malformed', 'certificate');
  }
}

function compareMeasurements(
  pcrs: ReadonlyMap<number, Uint8Array>,
  expected: ReadonlyMap<number, Uint8Array>,
): void {
  for (let index = 0; index < reportedPcrs; index += 1)
    if (!pcrs.has(index)) throw new AttestationRefused('pcr-missing', `PCR${index}`);
  // Before the comparison, because all zeros are refused even if somebody expects them.
  if (pcrs.get(0)?.every((byte) => byte === 0)) throw new AttestationRefused('debug-mode');
  for (const [index, digest] of expected) {
    const measured = pcrs.get(index);
    if (!measured || !equal(measured, digest)) throw new AttestationRefused('pcr-mismatch', `PCR${index}`);
  }
}

function equal(left: Uint8Array, right: Uint8Array): boolean {
  return Buffer.compare(left, right) === 0;
}
