import { bitcoinMessageVerifies } from '@wallet-service/local-stack/verify-bitcoin';
import { ethereumMessageVerifies } from '@wallet-service/local-stack/verify-ethereum';
import { solanaMessageVerifies } from '@wallet-service/local-stack/verify-solana';
import type { Chain, MessageSignature } from '@wallet-service/local-stack/express-client';

/** Whether the key of the address signed the message, according to independent libraries. */
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
