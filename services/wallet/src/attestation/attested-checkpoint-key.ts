/**
 * The key that signs checkpoints of an application's journal, as all signers at the other end of our TLS
 * report it. Undefined if they don't, or don't agree.
 */
export function attestedCheckpointKey(
  attestations: readonly { readonly checkpointPublicKey: Uint8Array }[],
): Uint8Array | undefined {
  const [first, ...others] = attestations.map(({ checkpointPublicKey }) => checkpointPublicKey);
  if (first?.length !== 32) return undefined;
  return others.every((key) => Buffer.compare(key, first) === 0) ? first : undefined;
}
