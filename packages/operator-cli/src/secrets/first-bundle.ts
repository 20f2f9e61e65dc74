import { createHash } from 'node:crypto';
import path from 'node:path';
import { developmentRootPrefix, encodeTrustBundle } from '@wallet-service/signer-protocol';
import type { LocalSecrets } from './service-secrets.js';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';

const lifetimeSeconds = 365 * 86_400;

/** The name of a root key in a bundle: the first 16 hex digits of SHA-256 of the raw public key. */
export function rootKidOf(publicKey: Uint8Array): string {
  return createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
}

/** The name of a development root key in a bundle. No signer in production accepts it. */
export function kidOf(publicKey: Uint8Array): string {
  return developmentRootPrefix + rootKidOf(publicKey);
}

/**
 * The bundle that the local signer starts with: the development root and the verdict key, no applications.
 * Rewritten at each start. Everything else comes from the publisher. `now`: Unix seconds. Returns the file's
 * path.
 */
export function bakeLocalBundle(folder: string, secrets: LocalSecrets, now: number): string {
  return bakeFirstBundle(folder, secrets, kidOf, now);
}

/**
 * A bundle of version 1 that trusts a root key, named by `nameOf`, and a verdict key, and no application.
 * Returns the file's path.
 */
export function bakeFirstBundle(
  folder: string,
  secrets: Pick<LocalSecrets, 'trustRootPublicKey' | 'verdictPublicKey'>,
  nameOf: (publicKey: Uint8Array) => string,
  now: number,
): string {
  const rootPublicKey = Buffer.from(secrets.trustRootPublicKey, 'base64url');
  const file = path.join(folder, 'baked-bundle.json');
  const payload = encodeTrustBundle({
    version: 1,
    issuedAt: now,
    expiresAt: now + lifetimeSeconds,
    roots: [{ kid: nameOf(rootPublicKey), publicKey: rootPublicKey }],
    verdictKeys: [Buffer.from(secrets.verdictPublicKey, 'base64url')],
    applications: [],
  });
  writePrivateFile(file, payload);
  return file;
}
