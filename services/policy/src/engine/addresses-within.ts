const addressBytes = 20;

/**
 * Whether an address lies anywhere within one of these parts. They are read once, for however many addresses.
 */
export function addressesWithin(parts: readonly Uint8Array[]): (address: Uint8Array) => boolean {
  const within = new Set<string>();
  for (const part of parts) {
    const text = asText(part);
    for (let end = addressBytes; end <= text.length; end += 1)
      within.add(text.slice(end - addressBytes, end));
  }
  return (address) => within.has(asText(address));
}

/** One character for each byte. */
function asText(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('latin1');
}
