import { AppError } from '@wallet-service/errors';

const prefix = 'ak_';
const keyBytes = 32;

/**
 * How an access key is shown: `ak_` and base64url (RFC 4648, section 5, without padding) of 32 bytes, 46
 * characters in all. The prefix is for secret scanners.
 */
export function accessKeyText(key: Uint8Array): string {
  return prefix + Buffer.from(key).toString('base64url');
}

/**
 * Empty for none, which is right for a wallet that has none. Text that is none is as wrong as the key of
 * another wallet: the same error for both. Whether a key fits, the signer says, in constant time.
 */
export function accessKeyBytes(text: string | undefined): Buffer {
  if (text === undefined) return Buffer.alloc(0);
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  if (bytes.length === keyBytes && accessKeyText(bytes) === text) return bytes;
  throw new AppError('wallet.access-key-invalid', 'the access key is not that of the wallet');
}
