import { chainTable, type Chain, type Curve } from '@wallet-service/addresses';
import {
  bip32Secp256k1,
  compressedPublicKey,
  ed25519PublicKeyOf,
  seedOf,
  slip10Ed25519,
  stepsOf,
} from './derive-keys.js';
import { signing } from './secp256k1.js';
import { signEcdsa, signEd25519, type WalletSignature } from './signatures.js';
import { wipe } from './wipe.js';

export type CurveOperations = {
  /** The private key at a path of hardened (`2^31` and above) and plain steps. */
  readonly derive: (seed: Uint8Array, path: readonly number[]) => Uint8Array;
  /** Throws for bytes that are not a private key of the curve. */
  readonly publicKeyOf: (privateKey: Uint8Array) => Uint8Array;
  /**
   * Whether 32 bytes are a private key. Any 32 bytes are an Ed25519 seed (RFC 8032), but secp256k1 needs 1 to
   * n - 1 (SEC 1).
   */
  readonly isPrivateKey: (bytes: Uint8Array) => boolean;
  /** ECDSA signs a 32-byte digest, Ed25519 a whole message. */
  readonly isPayload: (bytes: Uint8Array) => boolean;
  readonly sign: (payload: Uint8Array, privateKey: Uint8Array, publicKey: Uint8Array) => WalletSignature;
};

const digestBytes = 32;

const curves: Readonly<Record<Curve, CurveOperations>> = {
  secp256k1: {
    derive: bip32Secp256k1,
    publicKeyOf: compressedPublicKey,
    isPrivateKey: (bytes) => signing.isPrivateKey(bytes),
    isPayload: (bytes) => bytes.length === digestBytes,
    sign: signEcdsa,
  },
  ed25519: {
    derive: slip10Ed25519,
    publicKeyOf: ed25519PublicKeyOf,
    isPrivateKey: () => true,
    isPayload: () => true,
    sign: signEd25519,
  },
};

/** The operations on keys of a chain. */
export function curveOf(chain: Chain): CurveOperations {
  return curves[chainTable[chain].curve];
}

/**
 * Derives the chain's key pair from a wallet's secret (32 bytes of BIP-39 entropy). Slow (PBKDF2): only for
 * creation, never on the signing path.
 */
export function deriveKeys(
  secret: Uint8Array,
  chain: Chain,
  network: string,
): { privateKey: Uint8Array; publicKey: Uint8Array } {
  const { derive, publicKeyOf } = curveOf(chain);
  const seed = seedOf(secret);
  const privateKey = derive(seed, stepsOf(chainTable[chain].derivationPath(network)));
  wipe(seed);
  return { privateKey, publicKey: publicKeyOf(privateKey) };
}
