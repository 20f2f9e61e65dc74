import { createPublicKey, type KeyObject } from 'node:crypto';
import { algorithms, type Algorithm } from './passkey.js';

const fewestRsaBits = 2_048;
const mostRsaBits = 8_192;

/** Undefined unless the bytes are a SubjectPublicKeyInfo (DER) of the algorithm, and nothing else. */
export function publicKeyOf(der: Uint8Array, algorithm: Algorithm): KeyObject | undefined {
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' });
    const isAll = Buffer.compare(key.export({ format: 'der', type: 'spki' }), der) === 0;
    return isAll && isOfAlgorithm(key, algorithm) ? key : undefined;
  } catch {
    return undefined;
  }
}

export function isAlgorithm(value: unknown): value is Algorithm {
  return algorithms.some((algorithm) => algorithm === value);
}

function isOfAlgorithm({ asymmetricKeyType, asymmetricKeyDetails = {} }: KeyObject, algorithm: Algorithm) {
  const { namedCurve, modulusLength = 0 } = asymmetricKeyDetails;
  switch (algorithm) {
    case -7:
      return asymmetricKeyType === 'ec' && namedCurve === 'prime256v1';
    case -8:
      return asymmetricKeyType === 'ed25519';
    case -257:
      return asymmetricKeyType === 'rsa' && modulusLength >= fewestRsaBits && modulusLength <= mostRsaBits;
  }
}
