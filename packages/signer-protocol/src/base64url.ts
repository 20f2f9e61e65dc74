/**
 * Canonical, unpadded base64url (RFC 4648 section 5), or undefined: other alphabets, padding, and non-zero
 * trailing bits are refused.
 */
export function bytesOfBase64url(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64url');
  return base64urlOf(bytes) === text ? new Uint8Array(bytes) : undefined;
}

export function base64urlOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64url');
}
