/**
 * The key that vouches for the journal of an application, as all signers at the other end of our TLS say;
 * undefined when they don't, or not all the same.
 */
export function attestedCheckpointKey(
  attestations: readonly { readonly checkpointPublicKey: Uint8Array }[],
): Uint8Array | undefined {
  const [first, ...others] = attestations.map(({ checkpointPublicKey }) => checkpointPublicKey);
  if (first?.length !== 32) return undefined;
  return others.every((key) => Buffer.compare(key, first) === 0) ? first : undefined;
}
