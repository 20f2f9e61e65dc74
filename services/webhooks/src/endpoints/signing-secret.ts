const prefix = 'whsec_';

/** The text form of a secret: Standard Webhooks 1.0.0, symmetric. `bytes`: 32 random ones. */
export function secretTextOf(bytes: Uint8Array): string {
  if (bytes.length !== 32) throw new RangeError('a signing secret has 32 bytes');
  return `${prefix}${Buffer.from(bytes).toString('base64')}`;
}
