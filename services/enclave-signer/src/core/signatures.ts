import { sign, verify } from 'node:crypto';
import { ed25519PrivateKey, ed25519PublicKeyObject } from './derive-keys.js';
import { checking, signing } from './secp256k1.js';

/** `recoveryId`: 0 to 3 for ECDSA, 0 for Ed25519. */
export type WalletSignature = { readonly signature: Uint8Array; readonly recoveryId: number };

/** Thrown if a signature does not verify: broken hardware or a broken library. Nothing may leave. */
export class SignatureFault extends Error {
  override readonly name = 'SignatureFault';
}

// secp256k1's n / 2, rounded down (SEC 2 section 2.4.1; low-s: BIP-62, EIP-2).
const halfOrder = Buffer.from('7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0', 'hex');

/**
 * ECDSA on secp256k1 over a 32-byte digest, with the nonce of RFC 6979 and low s. Verified before it is
 * returned.
 */
export function signEcdsa(
  digest: Uint8Array,
  privateKey: Uint8Array,
  publicKey: Uint8Array,
): WalletSignature {
  const { signature, recoveryId } = signing.sign(digest, privateKey);
  const lowS = Buffer.compare(signature.subarray(32), halfOrder) <= 0;
  // The key that the signature recovers to is the key that it verifies under. This also proves the recovery
  // id.
  const recovered = checking.recoverPublicKey(signature, recoveryId, digest);
  if (!lowS || recovered === undefined || Buffer.compare(recovered, publicKey) !== 0)
    throw new SignatureFault('an ECDSA signature does not verify');
  return { signature, recoveryId };
}

/** Ed25519 (RFC 8032) over the whole message. Verified before it is returned. */
export function signEd25519(
  message: Uint8Array,
  privateKey: Uint8Array,
  publicKey: Uint8Array,
): WalletSignature {
  const signature = sign(null, message, ed25519PrivateKey(privateKey));
  if (!verify(null, message, ed25519PublicKeyObject(publicKey), signature))
    throw new SignatureFault('an Ed25519 signature does not verify');
  return { signature: new Uint8Array(signature), recoveryId: 0 };
}
