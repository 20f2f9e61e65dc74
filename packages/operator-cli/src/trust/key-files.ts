import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { readFileSync } from 'node:fs';
import { UsageError } from '../command-line/flags.js';

/** A raw Ed25519 public key and its name in bundles. */
export type RootKey = { readonly kid: string; readonly publicKey: Uint8Array };

/** Makes an Ed25519 key: PKCS#8 PEM for the private half, SPKI PEM for the public one. */
export function generateKeyFiles(): { readonly privatePem: string; readonly publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Reads a PEM file with an Ed25519 public key, or with a private key, whose public half it returns. */
export function readPublicKey(file: string): RootKey {
  const publicKey = rawPublicKey(createPublicKey(readFileSync(file)), file);
  return { kid: kidOf(publicKey), publicKey };
}

export function readPrivateKey(file: string): { readonly kid: string; readonly privateKey: KeyObject } {
  const privateKey = createPrivateKey(readFileSync(file));
  return { kid: kidOf(rawPublicKey(createPublicKey(privateKey), file)), privateKey };
}

/** The first 16 hex digits of SHA-256 of the raw public key. */
function kidOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
}

function rawPublicKey(key: KeyObject, file: string): Uint8Array {
  const { x } = key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'jwk' }) : {};
  if (x === undefined) throw new UsageError(`${file} holds no Ed25519 key`);
  return Buffer.from(x, 'base64url');
}
