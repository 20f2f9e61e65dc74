import { createHmac } from 'node:crypto';
import { ConfigError } from '@wallet-service/config';

const shortestOperatorKey = 32;

/** The pepper: the bytes of its file, at least 32. Changing it invalidates every secret key. */
export function pepperOf(bytes: Buffer): Buffer {
  if (bytes.length < 32) throw new ConfigError(['CREDENTIAL_PEPPER_FILE must hold at least 32 bytes']);
  return bytes;
}

/** The operator's key: one line of at least 32 printable ASCII characters. */
export function operatorKeyOf(bytes: Buffer): string {
  const key = bytes.toString('utf8').trim();
  if (key.length < shortestOperatorKey || !/^[\x21-\x7e]+$/.test(key)) {
    throw new ConfigError([
      `OPERATOR_KEY_FILE must hold one line of at least ${shortestOperatorKey} printable ASCII characters`,
    ]);
  }
  return key;
}

/** Identifies the operator key in grants and reveals nothing of it. */
export function operatorKeyIdOf(pepper: Uint8Array, operatorKey: string): string {
  return createHmac('sha256', pepper)
    .update(`operator key id\n${operatorKey}`)
    .digest('base64url')
    .slice(0, 22);
}
