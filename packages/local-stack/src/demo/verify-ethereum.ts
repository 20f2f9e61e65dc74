import {
  recoverAddress,
  verifyAuthorization as verifyWithEthers,
  verifyMessage as recoverMessage,
} from 'ethers';
import { verifyMessage, type Hex } from 'viem';
import { recoverAuthorizationAddress } from 'viem/utils';
import type { Authorization, AuthorizationSignature } from '../http/express-client.js';

// Each by ethers and by viem, which share no code with the service's encoders.

/** EIP-191 personal message. */
export async function ethereumMessageVerifies(
  address: string,
  message: Uint8Array,
  signature: string,
): Promise<boolean> {
  const byViem = await verifyMessage({
    address: address as Hex,
    message: { raw: message },
    signature: signature as Hex,
  });
  return byViem && recoverMessage(message, signature) === address;
}

export function ethereumHashVerifies(address: string, hash: string, signature: string): boolean {
  return recoverAddress(hash, signature) === address;
}

/** EIP-7702 authorization; r and s in decimal. */
export async function ethereumAuthorizationVerifies(
  address: string,
  { chain_id: chainId, address: delegate, nonce }: Authorization,
  { r, s, y_parity: yParity }: AuthorizationSignature,
): Promise<boolean> {
  const [rHex, sHex] = [hex32(r), hex32(s)];
  const byViem = await recoverAuthorizationAddress({
    authorization: { chainId, address: delegate as Hex, nonce },
    signature: { r: rHex, s: sHex, yParity },
  });
  const byEthers = verifyWithEthers(
    { chainId, address: delegate, nonce },
    { r: rHex, s: sHex, yParity: yParity === 1 ? 1 : 0 },
  );
  return byViem === address && byEthers === address;
}

function hex32(decimal: string): Hex {
  return `0x${BigInt(decimal).toString(16).padStart(64, '0')}`;
}
