import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { AttestationRefused, verifySignerAttestation } from '@wallet-service/attestation-verifier';
import { parseStrictJson, type AttestedClaims } from '@wallet-service/signer-protocol';
import type { Answering } from '../command-line/command.js';
import { readFlags, UsageError } from '../command-line/flags.js';

const maxAgeMs = 60_000;
const timeoutMs = 10_000;
const nonceBytes = 32;

type Measurements = { readonly build: string; readonly pcrs: ReadonlyMap<number, Uint8Array> };
type Attestation = { readonly document: Uint8Array; readonly receiptPublicKey: Uint8Array };

/**
 * Asks every signer behind a gateway what it is, with a nonce of its own, and holds the answers against the measurements that the image's build
 * published. One signer that does not match is a failure of all.
 */
export const verifyAttestation: Answering = async (args, now) => {
  const flags = readFlags(args, ['url', 'measurements', 'root']);
  const measurements = readMeasurements(flags.one('measurements'));
  const rootFile = flags.optional('root');
  const nonce = new Uint8Array(randomBytes(nonceBytes));
  const attestations = await fetchAttestations(flags.one('url'), nonce);
  if (attestations.length === 0) throw new Error('no signer has answered');
  const expected = {
    nonce,
    pcrs: measurements.pcrs,
    maxAgeMs,
    now: now * 1000,
    ...(rootFile !== undefined && { root: readFileSync(rootFile, 'utf8') }),
  };
  const lines = attestations.map((attestation, index) => {
    const claims = claimsOf(attestation, expected, `signer ${index + 1}`);
    if (claims.build !== measurements.build)
      throw new Error(`signer ${index + 1}: it runs ${claims.build}, published is ${measurements.build}`);
    if (Buffer.compare(claims.receiptPublicKey, attestation.receiptPublicKey) !== 0)
      throw new Error(`signer ${index + 1}: the document names another receipt key than the answer`);
    return describe(index + 1, claims);
  });
  const proof = rootFile === undefined ? 'AWS vouches for' : 'EMULATED, proves nothing:';
  return `${proof} ${lines.length} signer(s) of this image\n${lines.join('')}`;
};

function claimsOf(
  { document }: Attestation,
  expected: Parameters<typeof verifySignerAttestation>[1],
  name: string,
): AttestedClaims {
  try {
    return verifySignerAttestation(document, expected);
  } catch (error) {
    if (error instanceof AttestationRefused) throw new Error(`${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

function describe(number: number, claims: AttestedClaims): string {
  const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
  return [
    `signer ${number}`,
    `  code          ${claims.build}`,
    `  TLS key       sha256:${hex(claims.tlsKeyHash)}`,
    `  receipt key   ${hex(claims.receiptPublicKey)}`,
    `  trust bundle  version ${claims.trustBundleVersion}, sha256:${hex(claims.trustBundleHash)}`,
    '',
  ].join('\n');
}

/** `measurements.json` as the image's build writes it. */
function readMeasurements(file: string): Measurements {
  const { build, pcrs } = fieldsOf(parseStrictJson(readFileSync(file, 'utf8')));
  if (pcrs === null) throw new UsageError(`${file} was built without a kernel: it has no registers`);
  const registers = Object.entries(fieldsOf(pcrs)).map(([index, digest]) => {
    if (!/^\d{1,2}$/.test(index) || typeof digest !== 'string' || !/^[0-9a-f]{96}$/.test(digest))
      throw new UsageError(`${file}: register ${index} is no SHA-384 in hex`);
    return [Number(index), new Uint8Array(Buffer.from(digest, 'hex'))] as const;
  });
  if (typeof build !== 'string' || registers.length === 0)
    throw new UsageError(`${file} has no build or no registers`);
  return { build, pcrs: new Map(registers) };
}

async function fetchAttestations(url: string, nonce: Uint8Array): Promise<Attestation[]> {
  const asked = new URL('v2/attestation', url.endsWith('/') ? url : `${url}/`);
  asked.searchParams.set('nonce', Buffer.from(nonce).toString('hex'));
  const response = await fetch(asked, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
  if (!response.ok) throw new Error(`the gateway answers ${response.status}`);
  const { attestations } = fieldsOf(await response.json());
  if (!Array.isArray(attestations)) throw new Error('the gateway answers something else than attestations');
  return attestations.map((attestation) => {
    const fields = fieldsOf(attestation);
    return { document: bytesOf(fields['document']), receiptPublicKey: bytesOf(fields['receipt_public_key']) };
  });
}

function bytesOf(value: unknown): Uint8Array {
  if (typeof value !== 'string') throw new Error('the gateway answers something else than attestations');
  return new Uint8Array(Buffer.from(value, 'base64'));
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) throw new UsageError('an object is expected');
  return value as Record<string, unknown>;
}
