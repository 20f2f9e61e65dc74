import { keccak_256 } from '@noble/hashes/sha3.js';
import { concatBytes } from '@noble/hashes/utils.js';
import { invalidField } from '@wallet-service/errors';
import type { Eip7702Authorization } from '../operation.js';
import { encodeRlp, rlpNumber } from './rlp.js';

const MAGIC = Uint8Array.of(0x05);
const MAX_UINT256 = 2n ** 256n - 1n;
/** EIP-2681: the nonce 2^64 - 1 can never be used. */
export const MAX_NONCE = 2n ** 64n - 2n;

/** EIP-7702: Keccak-256 of 0x05 and the RLP of [chain id, address, nonce]. */
export function authorizationDigest(authorization: Omit<Eip7702Authorization, 'kind'>): Uint8Array {
  const { chainId, address, nonce } = authorization;
  if (chainId < 0n || chainId > MAX_UINT256) throw invalidField('/chain_id', 'a chain id is 0 to 2^256 - 1');
  if (address.length !== 20) throw invalidField('/address', 'an address has 20 bytes');
  if (nonce < 0n || nonce > MAX_NONCE) throw invalidField('/nonce', 'a nonce is 0 to 2^64 - 2');
  return keccak_256(concatBytes(MAGIC, encodeRlp([rlpNumber(chainId), address, rlpNumber(nonce)])));
}
