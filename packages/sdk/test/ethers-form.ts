import { Signature, type Authorization, type TransactionLike } from 'ethers';
import type { SignableMessage, TransactionSerializable } from 'viem';
import { fromHex } from '../src/core/encoding.js';
import type { GeneratedTypedData } from './ethereum-inputs.js';

// Inputs in the form of viem, in the form of ethers.

const typeNumbers = { legacy: 0, eip2930: 1, eip1559: 2, eip4844: 3, eip7702: 4 };

export function ethersTransaction(transaction: TransactionSerializable): TransactionLike {
  const { type, gas, authorizationList, sidecars, blobVersionedHashes, to, ...same } = transaction as Record<
    string,
    unknown
  > & { type: keyof typeof typeNumbers };
  return {
    ...same,
    type: typeNumbers[type],
    gasLimit: gas as bigint,
    ...(to != null && { to: to as string }),
    ...(authorizationList !== undefined && { authorizationList: authorizations(authorizationList) }),
    ...(blobVersionedHashes !== undefined && { blobVersionedHashes: blobVersionedHashes as string[] }),
    ...(sidecars !== undefined && { blobs: blobsOf(sidecars) }),
  };
}

function authorizations(list: unknown): Authorization[] {
  type Signed = { address: string; chainId: number; nonce: number; r: string; s: string; yParity: 0 | 1 };
  return (list as Signed[]).map(({ address, chainId, nonce, ...signature }) => ({
    address,
    chainId: BigInt(chainId),
    nonce: BigInt(nonce),
    signature: Signature.from(signature),
  }));
}

function blobsOf(sidecars: unknown) {
  return (sidecars as { blob: string; commitment: string; proof: string }[]).map(
    ({ blob: data, ...proof }) => ({ data, ...proof }),
  );
}

export function ethersMessage(message: SignableMessage): string | Uint8Array {
  if (typeof message === 'string') return message;
  return typeof message.raw === 'string' ? fromHex(message.raw) : message.raw;
}

/** ethers finds out the primary type, and declares the domain's type itself. */
export function ethersTypedData({ domain, types, message }: GeneratedTypedData) {
  const { EIP712Domain: _, ...structs } = types;
  return [domain, structs, message] as const;
}
