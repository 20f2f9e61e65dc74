import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  ProofRefused,
  verifyAttestation as verifyDocument,
  type AttestedClaims,
  type DocumentExpectation,
} from '@wallet-service/sdk/verify';
import type { Answering } from '../command-line/command.js';
import { readFlags, UsageError } from '../command-line/flags.js';
import { readMeasurements } from './measurements.js';
import { fetchAttestations, type Attestation } from './signer-attestations.js';

const maxAgeMs = 60_000;
const nonceBytes = 32;

/**
 * Fetches the attestation of every signer behind a gateway, with its own nonce, and compares it with the
 * measurements that the image's build published. If one signer does not match, all fail.
 */
export const verifyAttestation: Answering = async (args, now) => {
  const flags = readFlags(args, ['url', 'measurements', 'root']);
  const file = flags.one('measurements');
  const measurements = readMeasurements(file);
  if (measurements.build === undefined) throw new UsageError(`${file} names no build`);
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
  const lines: string[] = [];
  for (const [index, attestation] of attestations.entries()) {
    const claims = await claimsOf(attestation, expected, `signer ${index + 1}`);
    if (claims.build !== measurements.build)
      throw new Error(`signer ${index + 1}: it runs ${claims.build}, published is ${measurements.build}`);
    if (Buffer.compare(claims.receiptPublicKey, attestation.receiptPublicKey) !== 0)
      throw new Error(`signer ${index + 1}: the document names another receipt key than the answer`);
    lines.push(describe(index + 1, claims));
  }
  const proof = rootFile === undefined ? 'AWS certifies' : 'EMULATED, proves nothing:';
  return `${proof} ${lines.length} signer(s) of this image\n${lines.join('')}`;
};

async function claimsOf(
  { document }: Attestation,
  expected: DocumentExpectation,
  name: string,
): Promise<AttestedClaims> {
  try {
    return await verifyDocument(document, expected);
  } catch (error) {
    if (error instanceof ProofRefused) throw new Error(`${name}: ${error.message}`, { cause: error });
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
    `  root document version ${claims.rootVersion}, sha256:${hex(claims.rootHash)}`,
    '',
  ].join('\n');
}
