import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** An issuer's key pair as the tests use it. */
export type TestKey = {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
};

export type Claims = Readonly<Record<string, unknown>>;

export function makeKey(
  kid: string,
  alg: 'ES256' | 'ES384' | 'EdDSA' | 'RS256' | 'PS256',
  bits = 2048,
): TestKey {
  return { kid, alg, ...generate(alg, bits) };
}

function generate(alg: string, bits: number): { privateKey: KeyObject; publicKey: KeyObject } {
  if (alg.startsWith('ES'))
    return generateKeyPairSync('ec', { namedCurve: alg === 'ES256' ? 'P-256' : 'P-384' });
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('rsa', { modulusLength: bits });
}

/** The public half as a key set contains it. */
export function publicJwkOf({ kid, alg, publicKey }: TestKey): Record<string, unknown> {
  return { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' };
}

export const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url');
export const jsonPart = (value: unknown): string => base64url(JSON.stringify(value));

/**
 * header.claims.signature over parts that are already encoded. Signs with node:crypto, so that jose is only on one
 * side.
 */
export function signParts(header: string, claims: string, { alg, privateKey }: TestKey): string {
  return `${header}.${claims}.${base64url(rawSignature(`${header}.${claims}`, alg, privateKey))}`;
}

export function rawSignature(input: string, alg: string, key: KeyObject): Buffer {
  const data = Buffer.from(input);
  const digest = `sha${alg.slice(2)}`;
  if (alg === 'EdDSA') return sign(null, data, key);
  if (alg.startsWith('ES')) return sign(digest, data, { key, dsaEncoding: 'ieee-p1363' });
  if (alg.startsWith('PS'))
    return sign(digest, data, { key, padding: 6, saltLength: Number(alg.slice(2)) / 8 });
  return sign(digest, data, key);
}

export const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/**
 * The other ES256 signature that verifies for the same message: (r, n - s) for (r, s). Anybody who has one can compute
 * the other, without a key.
 */
export function highSTwin(signature: Buffer): Uint8Array {
  const s = BigInt(`0x${signature.subarray(32).toString('hex')}`);
  const twin = (p256Order - s).toString(16).padStart(64, '0');
  return Buffer.concat([signature.subarray(0, 32), Buffer.from(twin, 'hex')]);
}

export function signToken(claims: Claims, key: TestKey, header: Claims = {}): string {
  return signParts(jsonPart({ alg: key.alg, kid: key.kid, typ: 'JWT', ...header }), jsonPart(claims), key);
}
