import { signRecoverable } from 'tiny-secp256k1';

/** `wasm`: libsecp256k1 as WebAssembly. `native`: as machine code, which npm has for some platforms only. */
export const curves = ['wasm', 'native'] as const;
export type BaselineCurve = (typeof curves)[number];

/** Signs a digest of 32 bytes with a key of 32 bytes. The signature has 64. */
export type SignDigest = (digest: Uint8Array, key: Uint8Array) => Uint8Array;

/** Rejects if this platform has no machine code of the curve. */
export async function signerOf(curve: BaselineCurve): Promise<SignDigest> {
  if (curve === 'wasm') return (digest, key) => signRecoverable(digest, key).signature;
  const { default: native } = await import('secp256k1/bindings.js');
  return (digest, key) => native.ecdsaSign(digest, key).signature;
}

export function isNativeHere(): Promise<boolean> {
  return signerOf('native').then(
    () => true,
    () => false,
  );
}
