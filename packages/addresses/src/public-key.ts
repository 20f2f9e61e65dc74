import { secp256k1 } from '@noble/curves/secp256k1.js';
import { invalidField } from '@wallet-service/errors';

const path = '/public_key';

/**
 * The point of a secp256k1 public key, SEC 1 section 2.3: 33 bytes compressed or 65 bytes uncompressed.
 * Refused with `request.invalid`: any other length, and bytes that are no point of the curve.
 */
export function secp256k1Point(publicKey: Uint8Array): InstanceType<typeof secp256k1.Point> {
  if (publicKey.length !== 33 && publicKey.length !== 65) {
    throw invalidField(path, 'a secp256k1 public key has 33 or 65 bytes');
  }
  try {
    return secp256k1.Point.fromBytes(publicKey);
  } catch {
    throw invalidField(path, 'not a point of secp256k1');
  }
}

export function assertKeyLength(publicKey: Uint8Array, length: number, what: string): void {
  if (publicKey.length !== length) throw invalidField(path, `${what} has ${length} bytes`);
}
