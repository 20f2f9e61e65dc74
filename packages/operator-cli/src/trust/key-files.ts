import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { kidOfPublicKey } from '@wallet-service/signer-protocol';
import { UsageError } from '../command-line/flags.js';

/** A raw Ed25519 public key and its name in documents. */
export type NamedKey = { readonly kid: string; readonly publicKey: Uint8Array };

/** Makes an Ed25519 key: PKCS#8 PEM for the private half, SPKI PEM for the public one. */
export function generateKeyFiles(): { readonly privatePem: string; readonly publicPem: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  return {
    privatePem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
}

/** Reads a PEM file with an Ed25519 public key, or with a private key, whose public half it returns. */
export function readPublicKey(file: string): NamedKey {
  const publicKey = rawPublicKey(createPublicKey(readFileSync(file)), file);
  return { kid: kidOfPublicKey(publicKey), publicKey };
}

export function readPrivateKey(file: string): { readonly kid: string; readonly privateKey: KeyObject } {
  const privateKey = createPrivateKey(readFileSync(file));
  return { kid: kidOfPublicKey(rawPublicKey(createPublicKey(privateKey), file)), privateKey };
}

function rawPublicKey(key: KeyObject, file: string): Uint8Array {
  const { x } = key.asymmetricKeyType === 'ed25519' ? key.export({ format: 'jwk' }) : {};
  if (x === undefined) throw new UsageError(`${file} holds no Ed25519 key`);
  return Buffer.from(x, 'base64url');
}
