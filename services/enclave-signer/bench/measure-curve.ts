import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import { checking, signing } from '../src/core/secp256k1.js';

/** Medians of CPU time, in microseconds. */
export type CurveMeasurement = {
  /** ECDSA on secp256k1 in the module that has private keys. */
  readonly sign: number;
  /** Recovery of the public key in the other module, which each signature waits for. */
  readonly check: number;
  /** A verification of P-256 by node:crypto in the same rounds: the unit for comparisons between machines. */
  readonly p256Verify: number;
};

const rounds = 9;
const times = 200;

/** What the curve costs the signer for each signature. Takes about a second. */
export function measureCurve(): CurveMeasurement {
  const [privateKey, digest] = [hash('key'), hash('digest')];
  const made = signing.sign(digest, privateKey);
  const p256 = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const theirs = sign('sha256', digest, p256.privateKey);
  const work = {
    sign: () => signing.sign(digest, privateKey),
    check: () => checking.recoverPublicKey(made.signature, made.recoveryId, digest),
    p256Verify: () => verify('sha256', digest, p256.publicKey, theirs),
  };
  const measured = { sign: [], check: [], p256Verify: [] } as Record<keyof typeof work, number[]>;
  // The first round is not counted: the modules are compiled again while they run.
  for (let round = 0; round <= rounds; round += 1)
    for (const [name, run] of Object.entries(work) as [keyof typeof work, () => unknown][]) {
      const each = microsecondsEach(run);
      if (round > 0) measured[name].push(each);
    }
  return {
    sign: median(measured.sign),
    check: median(measured.check),
    p256Verify: median(measured.p256Verify),
  };
}

function microsecondsEach(run: () => unknown): number {
  const before = process.cpuUsage();
  for (let count = 0; count < times; count += 1) run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / times;
}

function median(values: readonly number[]): number {
  return [...values].sort((one, other) => one - other)[values.length >> 1] ?? 0;
}

function hash(text: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(text).digest());
}
