import type { EthTransaction } from '@wallet-service/chains';

const blobGas = 131_072n; // EIP-4844, GAS_PER_BLOB

/** The maximum cost of a unit of gas, in wei. A limit on it holds for every type of transaction. */
export const maxFeePerGas = (transaction: EthTransaction): bigint =>
  'maxFeePerGas' in transaction ? transaction.maxFeePerGas : transaction.gasPrice;

/** The maximum fee, blobs included, in wei. The block builder gets what exceeds the base fee. */
export function maxTotalFee(transaction: EthTransaction): bigint {
  const blobFee =
    transaction.type === 'eip4844'
      ? BigInt(transaction.blobVersionedHashes.length) * blobGas * transaction.maxFeePerBlobGas
      : 0n;
  return transaction.gasLimit * maxFeePerGas(transaction) + blobFee;
}
