import { createHash } from 'node:crypto';
import { encodeCanonical } from '@wallet-service/signer-protocol';

/**
 * By what a pre-generated wallet is found: SHA-256 of application and normalised address. Keeps addresses out of the database, its backups and logs;
 * who holds the database and a list of addresses can still test which of them have a wallet.
 */
export function emailHashOf(applicationId: string, email: string): Buffer {
  const canonical = encodeCanonical('wallet-service/email/1', [
    Buffer.from(applicationId),
    Buffer.from(email),
  ]);
  return createHash('sha256').update(canonical).digest();
}
