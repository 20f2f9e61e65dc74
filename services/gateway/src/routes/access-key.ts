import { AppError } from '@wallet-service/errors';

const prefix = 'ak_';
const keyBytes = 32;

/**
 * The text form of an access key: `ak_` and 32 bytes in base64url (RFC 4648, section 5, without padding), 46
 * characters in all. Secret scanners recognise the prefix.
 */
export function accessKeyText(key: Uint8Array): string {
  return prefix + Buffer.from(key).toString('base64url');
}

/**
 * The bytes of an access key. Empty if none is given, for wallets that need none. Malformed text gets the same error as
 * the key of another wallet. The signer compares keys, in constant time.
 */
export function accessKeyBytes(text: string | undefined): Buffer {
  if (text === undefined) return Buffer.alloc(0);
  const bytes = Buffer.from(text.slice(prefix.length), 'base64url');
  if (bytes.length === keyBytes && accessKeyText(bytes) === text) return bytes;
  throw new AppError('wallet.access-key-invalid', 'the access key is not the wallet’s');
}
