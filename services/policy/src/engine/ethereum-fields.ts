import type { EthTransaction } from '@wallet-service/chains';
import { maxFeePerGas, maxTotalFee } from './ethereum-fee.js';
import { fixedFields, uint, type Facts, type Field } from './field-source.js';
import { readRecipient, readValue } from './ethereum-native.js';
import { transactionOf } from './transaction-of.js';
import { address, bytes, inapplicable, integer, text, unknown, type Reading } from './reading.js';

type ReadTransaction = (transaction: EthTransaction, account: Uint8Array) => Reading;

const sendersChoice = unknown('somebody else sends the transaction and chooses this');

/** Target, data and chain of a call. Also read from typed data that others turn into a transaction. */
function ofCall(read: ReadTransaction): (facts: Facts) => Reading {
  return (facts) => {
    const seen = transactionOf(facts);
    return 'state' in seen ? seen : read(seen.transaction, seen.account);
  };
}
/** Set by the sender of the transaction. */
function ofSending(read: ReadTransaction): (facts: Facts) => Reading {
  return (facts) => {
    const seen = transactionOf(facts);
    if ('state' in seen) return seen;
    return seen.ordered?.says === 'call' ? sendersChoice : read(seen.transaction, seen.account);
  };
}
function quantity(bits: number, read: (transaction: EthTransaction) => bigint): Omit<Field, 'key'> {
  return {
    kind: 'integer',
    range: uint(bits),
    read: ofSending((transaction) => integer(read(transaction))),
  };
}

/** A paymaster that pays the fee for the wallet is called as well. */
function readReceiver(facts: Facts): Reading {
  const seen = transactionOf(facts);
  if ('state' in seen) return seen;
  const { transaction, account, ordered } = seen;
  const to = readRecipient(transaction, account);
  return ordered?.paymaster ? { state: 'each', readings: [to, address(ordered.paymaster)] } : to;
}

/** Typed data names none of the transaction types. */
function readType(facts: Facts): Reading {
  const seen = transactionOf(facts);
  if ('state' in seen) return seen;
  return seen.ordered ? sendersChoice : text(seen.transaction.type);
}

const types = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const;

/**
 * `gas_price`, `max_fee_per_gas` and `max_priority_fee_per_gas` exist for every type of transaction, so that
 * a limit on one cannot be avoided by using another type. Types without a priority fee pay their whole gas
 * price.
 */
export const ethereumTransaction = fixedFields(
  'ethereum_transaction',
  { chains: ['ETH'], methods: ['eth_signTransaction'] },
  {
    to: { kind: 'address', read: readReceiver },
    value: { kind: 'integer', range: uint(256), read: ofCall(readValue) },
    chain_id: {
      kind: 'integer',
      range: [1n, uint(256)[1]],
      read: ofCall(({ chainId }) =>
        chainId === undefined ? unknown('valid on every chain (before EIP-155)') : integer(chainId),
      ),
    },
    data: { kind: 'bytes', read: ofCall(({ data }) => bytes(data)) },
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
    type: { kind: 'text', choices: types, topic: 'type', read: readType },
  },
);

/**
 * Chain id 0 means every chain, so comparing it with one chain is unknown. The setting eip7702_any_chain
 * decides about it.
 */
export const ethereum7702Authorization = fixedFields(
  'ethereum_7702_authorization',
  { chains: ['ETH'], methods: ['eth_sign7702Authorization'] },
  {
    contract: {
      kind: 'address',
      read: ({ input }) => (input.kind === 'eip7702_authorization' ? address(input.address) : inapplicable),
    },
    chain_id: {
      kind: 'integer',
      range: [1n, uint(256)[1]],
      read: ({ input }) => {
        if (input.kind !== 'eip7702_authorization') return inapplicable;
        return input.chainId === 0n ? unknown('valid on every chain') : integer(input.chainId);
      },
    },
    nonce: {
      kind: 'integer',
      range: uint(64),
      read: ({ input }) => (input.kind === 'eip7702_authorization' ? integer(input.nonce) : inapplicable),
    },
  },
);
