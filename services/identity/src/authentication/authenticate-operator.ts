import { AppError } from '@wallet-service/errors';
import { hashCredential, sameHash } from '../secret-keys/secret-key.js';

/**
 * Compares HMACs, so that the time taken reveals neither content nor length of the operator key. Throws
 * `auth.operator-key-invalid`.
 */
export function authenticateOperator(pepper: Uint8Array, operatorKey: string, given: string): void {
  if (!sameHash(hashCredential(pepper, operatorKey), hashCredential(pepper, given))) {
    throw new AppError('auth.operator-key-invalid', 'the operator key is not valid');
  }
}
