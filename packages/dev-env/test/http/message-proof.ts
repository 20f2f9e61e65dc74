import { bitcoinMessageVerifies } from '../../src/demo/verify-bitcoin.js';
import { ethereumMessageVerifies } from '../../src/demo/verify-ethereum.js';
import { solanaMessageVerifies } from '../../src/demo/verify-solana.js';
import type { Chain, MessageSignature } from '../../src/http/express-client.js';

/** Whether the key of the address has signed the message, as libraries of others see it. */
export async function messageVerifies(
  chain: Chain,
  address: string,
  message: Uint8Array,
  signed: MessageSignature,
): Promise<boolean> {
  if (chain === 'ETH') return ethereumMessageVerifies(address, message, signed.signature);
  if (chain === 'SOL') return solanaMessageVerifies(address, message, signed.signature);
  return bitcoinMessageVerifies(address, message, signed);
}
