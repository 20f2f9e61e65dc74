import { keccak256, serializeTransaction } from 'viem';

/** Typed data (EIP-712). */
export const typedData = {
  domain: { name: 'USDC', version: '2', chainId: 84_532, verifyingContract: `0x${'03'.repeat(20)}` },
  types: {
    Transfer: [
      { name: 'to', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  primaryType: 'Transfer',
  message: { to: `0x${'11'.repeat(20)}`, value: 1000n },
} as const;

export const transaction = {
  type: 'eip1559',
  chainId: 1,
  nonce: 7,
  to: `0x${'11'.repeat(20)}`,
  value: 5n,
  gas: 21_000n,
  maxFeePerGas: 2n,
  maxPriorityFeePerGas: 1n,
} as const;
export const transactionHash = keccak256(serializeTransaction(transaction));
