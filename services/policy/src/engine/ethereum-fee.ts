import type { EthTransaction } from '@wallet-service/chains';

const blobGas = 131_072n; // EIP-4844, GAS_PER_BLOB

/** The most that a unit of gas can cost, in wei; a limit on it holds for every type of transaction. */
export const maxFeePerGas = (transaction: EthTransaction): bigint =>
  'maxFeePerGas' in transaction ? transaction.maxFeePerGas : transaction.gasPrice;

/** The most that the fee can be, blobs included, in wei. Who makes the block gets what is above its base fee. */
export function maxTotalFee(transaction: EthTransaction): bigint {
  const blobFee =
    transaction.type === 'eip4844'
      ? BigInt(transaction.blobVersionedHashes.length) * blobGas * transaction.maxFeePerBlobGas
      : 0n;
  return transaction.gasLimit * maxFeePerGas(transaction) + blobFee;
}
