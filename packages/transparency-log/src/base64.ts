/** The bytes of standard base64 with padding (RFC 4648 section 4), or undefined unless it is their one encoding. */
export function decodeBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  return bytes.toString('base64') === text ? bytes : undefined;
}
