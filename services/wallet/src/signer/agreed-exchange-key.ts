/**
 * The exchange key that most of the connected signers told, so that one of them alone can't have verdicts made that the
 * others refuse. Between equals, that of the next signer. Signers differ while the sealing key is rotated; then each
 * takes both keys.
 */
export function agreedExchangeKey(
  told: readonly Uint8Array[],
  ofNextSigner: Uint8Array | undefined,
): Uint8Array | undefined {
  const votesFor = (key: Uint8Array): number => told.filter((one) => Buffer.compare(one, key) === 0).length;
  let agreed = ofNextSigner;
  for (const key of told) if (!agreed || votesFor(key) > votesFor(agreed)) agreed = key;
  return agreed;
}
