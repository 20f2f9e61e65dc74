import { fromHex, sameBytes } from '../core/encoding.js';
import { bytesOf, type AnsweredBytes } from './answered.js';
import { awsNitroRootG1 } from './aws-nitro-root.js';
import { certificateOfPem, verifiedKey } from './chain.js';
import { assertNonce, refuseByTime, type Freshness } from './freshness.js';
import { parseNitroDocument, type UnverifiedDocument } from './nitro-document.js';
import { ProofRefused } from './proof-refused.js';
import { isEs384Signature } from './web-crypto.js';

export type DocumentExpectation = Freshness & {
  /**
   * The image's published measurements: SHA-384 in hex by index, like the `pcrs` of `measurements.json`. PCR0 (the
   * image) must be among them.
   */
  readonly pcrs: Readonly<Record<number, string>>;
  /** PEM. Another root than AWS's is for emulators in development: it proves nothing about hardware. */
  readonly root?: string;
};

export type VerifiedDocument = Omit<UnverifiedDocument, 'signed' | 'signature' | 'chain'>;

type Measurements = ReadonlyMap<number, Uint8Array>;

/** The module always reports these, locked or not. */
const reportedPcrs = 16;

/**
 * Verifies that this is a genuine, recent AWS Nitro attestation document of the expected image, made for the nonce.
 * `document`: at most 16 KiB. Certificates are valid for three hours: they are checked at the document's own time, and
 * `maxAgeMs` bounds that time. Throws ProofRefused. An expectation that would prove nothing is a RangeError.
 */
export async function verifyNitroDocument(
  document: AnsweredBytes,
  expected: DocumentExpectation,
): Promise<VerifiedDocument> {
  const pcrs = readExpectation(expected);
  const root = certificateOfPem(expected.root ?? awsNitroRootG1);
  const { signed, signature, chain, ...claimed } = parseNitroDocument(bytesOf(document, 'malformed'));
  const key = await verifiedKey(chain, claimed.timestamp, root);
  if (!(await isEs384Signature(key, signed, signature))) throw new ProofRefused('signature');
  refuseByTime(claimed.timestamp, expected);
  compareMeasurements(claimed.pcrs, pcrs);
  if (!claimed.nonce || !sameBytes(claimed.nonce, expected.nonce)) throw new ProofRefused('nonce');
  return claimed;
}

function readExpectation({ pcrs, nonce }: DocumentExpectation): Measurements {
  assertNonce(nonce);
  const expected = new Map(
    Object.entries(pcrs).map(([index, digest]) => {
      if (!/^[0-9a-fA-F]{96}$/.test(digest)) throw new RangeError('a measurement has 48 bytes, in hex');
      return [Number(index), fromHex(digest)] as const;
    }),
  );
  if (!expected.has(0)) throw new RangeError('the expected measurements must contain PCR0');
  return expected;
}

function compareMeasurements(pcrs: Measurements, expected: Measurements): void {
  for (let index = 0; index < reportedPcrs; index += 1)
    if (!pcrs.has(index)) throw new ProofRefused('pcr-missing', `PCR${index}`);
  // Before the comparison, because all zeros are refused even if somebody expects them.
  if (pcrs.get(0)?.every((byte) => byte === 0)) throw new ProofRefused('debug-mode');
  for (const [index, digest] of expected) {
    const measured = pcrs.get(index);
    if (!measured || !sameBytes(measured, digest)) throw new ProofRefused('pcr-mismatch', `PCR${index}`);
  }
}
