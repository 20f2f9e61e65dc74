import { clientError } from '../core/error.js';

const ed25519 = { name: 'Ed25519' } as const;
const es384 = { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' } as const;

/** SHA-256, 32 bytes. */
export async function sha256(data: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await subtle().digest('SHA-256', copyOf(data)));
}

/** Whether it is an Ed25519 signature (RFC 8032, 64 bytes) of this key (32 bytes). */
export async function isEd25519Signature(
  publicKey: Uint8Array,
  signed: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  return isSignature(ed25519, publicKey, signed, signature);
}

/** Whether it is an ECDSA signature (r || s, 96 bytes) with SHA-384 of this key on P-384 (04 || x || y, 97 bytes). */
export async function isEs384Signature(
  publicKey: Uint8Array,
  signed: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  if (publicKey.length !== 97 || signature.length !== 96) return false;
  return isSignature(es384, publicKey, signed, signature);
}

async function isSignature(
  algorithm: typeof ed25519 | typeof es384,
  publicKey: Uint8Array,
  signed: Uint8Array,
  signature: Uint8Array,
): Promise<boolean> {
  const webCrypto = subtle();
  try {
    const key = await webCrypto.importKey('raw', copyOf(publicKey), algorithm, false, ['verify']);
    return await webCrypto.verify(algorithm, key, copyOf(signature), copyOf(signed));
  } catch (error) {
    if (error instanceof Error && error.name === 'NotSupportedError')
      throw clientError('client.unsupported', `this runtime cannot verify ${algorithm.name}`, {}, error);
    // Bytes that are no key have signed nothing.
    return false;
  }
}

function subtle(): typeof crypto.subtle {
  // Browsers leave it out on pages without HTTPS, whatever the types say.
  const found = (crypto as Partial<typeof crypto>).subtle;
  if (found) return found;
  throw clientError('client.unsupported', 'there is no WebCrypto here: browsers have it only with HTTPS');
}

/** WebCrypto takes no views of shared memory. */
function copyOf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(bytes);
}
