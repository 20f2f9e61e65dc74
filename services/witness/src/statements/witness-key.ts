import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { ConfigError } from '@wallet-service/config';
import { bytesOfBase64url, kidOfPublicKey } from '@wallet-service/signer-protocol';

export type WitnessKey = {
  readonly privateKey: KeyObject;
  readonly publicKey: Uint8Array;
  /** The name of the key in root documents. */
  readonly kid: string;
};

/** Reads the content of WITNESS_KEY_FILE. Throws ConfigError. */
export function parseWitnessKey(pem: Buffer): WitnessKey {
  const privateKey = ed25519Of(pem);
  const jwk = createPublicKey(privateKey).export({ format: 'jwk' }) as { readonly x?: string };
  const publicKey = bytesOfBase64url(jwk.x ?? '') ?? new Uint8Array(0);
  return { privateKey, publicKey, kid: kidOfPublicKey(publicKey) };
}

function ed25519Of(pem: Buffer): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    key = undefined;
  }
  if (key?.asymmetricKeyType === 'ed25519') return key;
  throw new ConfigError(['WITNESS_KEY_FILE must hold an Ed25519 private key (PKCS#8 PEM)']);
}
