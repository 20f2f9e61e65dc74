/**
 * Chains on which the native coin is also a token with a contract of its own: its `transfer` moves the coin while the transaction's value is 0. By contract,
 * lower-case; CELO (42220, 44787, 11142220), METIS (1088, 59902), GLMR, MOVR and DEV (1284, 1285, 1287).
 */
const chainsOfContract: ReadonlyMap<string, readonly bigint[]> = new Map([
  ['0x471ece3750da237f93b8e339c536989b8978a438', [42_220n, 11_142_220n]],
  ['0xf194afdf50b03e69bd7d057c1aa9e10c9954e4c9', [44_787n]],
  ['0xdeaddeaddeaddeaddeaddeaddeaddeaddead0000', [1_088n, 59_902n]],
  ['0x0000000000000000000000000000000000000802', [1_284n, 1_285n, 1_287n]],
]);

/** `chainId` undefined: good on every chain. */
export function isNativeCoin(contract: string, chainId: bigint | undefined): boolean {
  const chains = chainsOfContract.get(contract) ?? [];
  return chainId === undefined ? chains.length > 0 : chains.includes(chainId);
}
