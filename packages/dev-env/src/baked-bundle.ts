import { createHash } from 'node:crypto';
import path from 'node:path';
import { developmentRootPrefix, encodeTrustBundle } from '@wallet-service/signer-protocol';
import type { LocalSecrets } from './local-secrets.js';
import { writePrivateFile } from './private-file.js';

const lifetimeSeconds = 365 * 86_400;

/** The name of a development root key in a bundle; no signer in production takes it. */
export function kidOf(publicKey: Uint8Array): string {
  return developmentRootPrefix + createHash('sha256').update(publicKey).digest('hex').slice(0, 16);
}

/**
 * The bundle that the local signer starts with: the development root and the verdict key, no applications. Written anew at each start;
 * everything else comes from the publisher. `now`: Unix seconds. Returns the file's path.
 */
export function bakeLocalBundle(
  folder: string,
  secrets: Pick<LocalSecrets, 'trustRootPublicKey' | 'verdictPublicKey'>,
  now: number,
): string {
  const rootPublicKey = Buffer.from(secrets.trustRootPublicKey, 'base64url');
  const file = path.join(folder, 'baked-bundle.json');
  const payload = encodeTrustBundle({
    version: 1,
    issuedAt: now,
    expiresAt: now + lifetimeSeconds,
    roots: [{ kid: kidOf(rootPublicKey), publicKey: rootPublicKey }],
    verdictKeys: [Buffer.from(secrets.verdictPublicKey, 'base64url')],
    applications: [],
  });
  writePrivateFile(file, payload);
  return file;
}
