import { createPublicKey, verify } from 'node:crypto';
import { decodeBase58 } from 'ethers';

/** Ed25519 over the message as it is. `address`: base58 of the public key; `signature`: 0x hex of 64 bytes. */
export function solanaMessageVerifies(address: string, message: Uint8Array, signature: string): boolean {
  const publicKey = Buffer.from(decodeBase58(address).toString(16).padStart(64, '0'), 'hex');
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') },
    format: 'jwk',
  });
  return verify(null, message, key, Buffer.from(signature.slice(2), 'hex'));
}
