export function hexOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** No text gives no bytes, because test vectors leave out what is empty. */
export function bytesOfHex(text = ''): Uint8Array {
  return Uint8Array.from(Buffer.from(text, 'hex'));
}
