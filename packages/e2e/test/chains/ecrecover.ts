import { concat, toBeHex, type JsonRpcProvider } from 'ethers';

export type EcdsaParts = { readonly r: string | null; readonly s: string | null; readonly v: string | null };

const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;
const precompile = '0x0000000000000000000000000000000000000001';

/** Nodes differ on a high s (EIP-2), so a node that accepts one proves nothing. In hex or decimal. */
export function isLowS(s: string | null | undefined): boolean {
  return s !== null && s !== undefined && BigInt(s) <= halfOrder;
}

/**
 * The signer of the hash, as contracts recover it: 32 bytes that end in the address. Throws for a high s, which
 * contracts refuse.
 */
export async function ecrecover(
  node: JsonRpcProvider,
  hash: string,
  { r, s, v }: EcdsaParts,
): Promise<string> {
  if (!isLowS(s)) throw new Error(`a high s: ${s ?? 'none'}`);
  return node.call({ to: precompile, data: concat([hash, toBeHex(Number(v), 32), r ?? '0x', s ?? '0x']) });
}
