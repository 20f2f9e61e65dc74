import type { EthTransaction } from '@wallet-service/chains';
import { maxFeePerGas, maxTotalFee } from './ethereum-fee.js';
import { fixedFields, uint, type Facts, type Field } from './field-source.js';
import { readRecipient, readValue } from './ethereum-native.js';
import { address, bytes, inapplicable, integer, text, unknown, type Reading } from './reading.js';

type ReadTransaction = (transaction: EthTransaction) => Reading;

function ofTransaction(read: ReadTransaction): (facts: Facts) => Reading {
  return ({ subject }) =>
    subject.kind === 'ethereum_transaction' ? read(subject.transaction) : inapplicable;
}
function ofTransactionOf(
  read: (transaction: EthTransaction, wallet: Uint8Array) => Reading,
): (facts: Facts) => Reading {
  return ({ subject }) =>
    subject.kind === 'ethereum_transaction' ? read(subject.transaction, subject.wallet) : inapplicable;
}
function quantity(bits: number, read: (transaction: EthTransaction) => bigint): Omit<Field, 'key'> {
  return {
    kind: 'integer',
    range: uint(bits),
    read: ofTransaction((transaction) => integer(read(transaction))),
  };
}

const types = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const;

/**
 * `gas_price`, `max_fee_per_gas` and `max_priority_fee_per_gas` are there for every type of transaction, so that a limit on one is no
 * invitation to use another: types without a priority fee pay their gas price whole.
 */
export const ethereumTransaction = fixedFields(
  'ethereum_transaction',
  { chains: ['ETH'], actions: ['eth_signTransaction'] },
  {
    to: { kind: 'address', read: ofTransactionOf(readRecipient) },
    value: { kind: 'integer', range: uint(256), read: ofTransactionOf(readValue) },
    chain_id: {
      kind: 'integer',
      range: [1n, uint(256)[1]],
      read: ofTransaction(({ chainId }) =>
        chainId === undefined ? unknown('valid on every chain (before EIP-155)') : integer(chainId),
      ),
    },
    data: { kind: 'bytes', read: ofTransaction(({ data }) => bytes(data)) },
    gas: quantity(64, ({ gasLimit }) => gasLimit),
    nonce: quantity(64, ({ nonce }) => nonce),
    gas_price: quantity(256, maxFeePerGas),
    max_fee_per_gas: { ...quantity(256, maxFeePerGas), sameAs: 'gas_price' },
    max_priority_fee_per_gas: quantity(256, (transaction) =>
      'maxPriorityFeePerGas' in transaction ? transaction.maxPriorityFeePerGas : transaction.gasPrice,
    ),
    max_fee_per_blob_gas: {
      ...quantity(256, (transaction) => (transaction.type === 'eip4844' ? transaction.maxFeePerBlobGas : 0n)),
      presumes: [{ topic: 'type', oneOf: ['eip4844'] }],
    },
    max_total_fee: quantity(512, maxTotalFee),
    type: { kind: 'text', choices: types, topic: 'type', read: ofTransaction(({ type }) => text(type)) },
  },
);

/** The chain id 0 means every chain: whether it is a given one cannot be said. The setting eip7702_any_chain decides about it. */
export const ethereum7702Authorization = fixedFields(
  'ethereum_7702_authorization',
  { chains: ['ETH'], actions: ['eth_sign7702Authorization'] },
  {
    contract: {
      kind: 'address',
      read: ({ subject }) =>
        subject.kind === 'eip7702_authorization' ? address(subject.address) : inapplicable,
    },
    chain_id: {
      kind: 'integer',
      range: [1n, uint(256)[1]],
      read: ({ subject }) => {
        if (subject.kind !== 'eip7702_authorization') return inapplicable;
        return subject.chainId === 0n ? unknown('valid on every chain') : integer(subject.chainId);
      },
    },
    nonce: {
      kind: 'integer',
      range: uint(64),
      read: ({ subject }) =>
        subject.kind === 'eip7702_authorization' ? integer(subject.nonce) : inapplicable,
    },
  },
);
