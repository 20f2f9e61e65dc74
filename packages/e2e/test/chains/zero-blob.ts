import { concat, decodeRlp, encodeRlp, sha256 } from 'ethers';

// The polynomial of a blob of zeros is zero. So its commitment and its proof are the point at infinity of BLS12-381.
const infinity = `0xc0${'00'.repeat(47)}`;
const blob = `0x${'00'.repeat(131_072)}`;

/** The versioned hash of a blob of zeros (EIP-4844). */
export const zeroBlobHash = `0x01${sha256(infinity).slice(4)}`;

/** What travels with a transaction for a blob of zeros. */
export const zeroSidecar = { blob, commitment: infinity, proof: infinity };

/** A signed blob transaction as nodes exchange it: with its one blob of zeros (EIP-4844, "Networking"). */
export function withZeroBlob(signed: string): string {
  const body = decodeRlp(`0x${signed.slice(4)}`);
  return concat(['0x03', encodeRlp([body, [blob], [infinity], [infinity]])]);
}
