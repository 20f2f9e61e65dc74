import { createHash, createPublicKey, verify } from 'node:crypto';
import { base64urlOf } from '../base64url.js';

/**
 * A WebAuthn credential (W3C Web Authentication Level 2) of ECDSA on P-256 (COSE algorithm -7). `publicKey`: the
 * uncompressed point, 65 bytes. `rpId`: the domain that the credential belongs to.
 */
export type Passkey = {
  readonly kid: string;
  readonly kind: 'passkey';
  readonly publicKey: Uint8Array;
  readonly rpId: string;
};

/** What an authenticator returns with its signature: `authenticatorData` and `clientDataJSON`. */
export type Assertion = { readonly authenticatorData: Uint8Array; readonly clientData: Uint8Array };

const userPresent = 0x01;
const userVerified = 0x04;
const rpIdHashBytes = 32;

/**
 * Whether the passkey signed `bytes`: an assertion whose challenge is their SHA-256 (section 7.2). The user must have
 * been verified, by PIN or biometrics. The origin is not compared, because the authenticator binds the domain.
 */
export function passkeySigned(
  { publicKey, rpId }: Passkey,
  bytes: Uint8Array,
  signature: Uint8Array,
  { authenticatorData, clientData }: Assertion,
): boolean {
  const flags = authenticatorData[rpIdHashBytes] ?? 0;
  if ((flags & userPresent) === 0 || (flags & userVerified) === 0) return false;
  const rpIdHash = authenticatorData.subarray(0, rpIdHashBytes);
  if (Buffer.compare(rpIdHash, sha256(Buffer.from(rpId))) !== 0) return false;
  if (!isAssertionOf(clientData, base64urlOf(sha256(bytes)))) return false;
  const signed = Buffer.concat([authenticatorData, sha256(clientData)]);
  const key = p256PublicKey(publicKey);
  return key !== undefined && verify('sha256', signed, { key, dsaEncoding: 'der' }, signature);
}

function isAssertionOf(clientData: Uint8Array, challenge: string): boolean {
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(clientData));
  } catch {
    return false;
  }
  if (typeof json !== 'object' || json === null) return false;
  const { type, challenge: signed } = json as { readonly type?: unknown; readonly challenge?: unknown };
  return type === 'webauthn.get' && signed === challenge;
}

/** The key, or undefined if the point is not on the curve. */
export function p256PublicKey(point: Uint8Array) {
  if (point.length !== 65 || point[0] !== 4) return undefined;
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(base64urlOf);
  try {
    return createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' });
  } catch {
    return undefined;
  }
}

function sha256(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest();
}
