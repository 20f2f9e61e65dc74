import { invalidField } from '@wallet-service/errors';

/** Decodes canonical base64 (RFC 4648, section 4, with padding). Other text could be read in several ways. */
export function parseBase64Text(text: string, path: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.toString('base64') !== text) {
    throw invalidField(path, 'must be base64 of the standard alphabet with padding');
  }
  if (bytes.length > maxBytes) throw invalidField(path, `must encode at most ${maxBytes} bytes`);
  return bytes;
}
