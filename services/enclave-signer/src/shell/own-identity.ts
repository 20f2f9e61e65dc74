import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { AttestedClaims } from '@wallet-service/signer-protocol';
import { ConfigError } from './config.js';

/**
 * What this process can say of itself: the hash of the key with which it ends TLS, and of the file that runs,
 * which anybody who builds it again can compare. `certificate`: PEM; `mainFile`: path.
 */
export function ownIdentity(
  certificate: Buffer,
  mainFile: string,
): Pick<AttestedClaims, 'tlsKeyHash' | 'build'> {
  const digest = createHash('sha256').update(readFileSync(mainFile)).digest('hex');
  return { tlsKeyHash: keyHashOf(certificate), build: `sha256:${digest}` };
}

function keyHashOf(certificate: Buffer): Uint8Array {
  try {
    const der = new X509Certificate(certificate).publicKey.export({ type: 'spki', format: 'der' });
    return new Uint8Array(createHash('sha256').update(der).digest());
  } catch {
    throw new ConfigError('TLS_CERT_FILE must hold a certificate in PEM');
  }
}
