import { invalidField } from '@wallet-service/errors';
import type { TypedDataOperation } from './operation.js';
import {
  anyChainReaders,
  anyChainToWire,
  exactlyOne,
  messageFormatFromWire,
  typedDataFromWire,
  type AnyChainOnTheWire,
  type TypedDataOnTheWire,
} from './operation-on-the-wire.js';
import type { RequestedHash, RequestedOperation, RequestedTransaction } from './requested-operation.js';

type TransactionOnTheWire = { readonly text?: string; readonly json?: string };
type PreimageOnTheWire = {
  readonly transaction?: TransactionOnTheWire | null;
  readonly typedData?: TypedDataOnTheWire | null;
};
/** `operation.v1.RequestedOperation` on the wire: exactly one of the kinds. */
export type RequestedOnTheWire = AnyChainOnTheWire & {
  readonly rawHash?: ({ readonly hash: Uint8Array } & PreimageOnTheWire) | null;
  readonly message?: { readonly message: Uint8Array; readonly format?: string } | null;
  readonly transaction?: TransactionOnTheWire | null;
};

const readers: readonly ((wire: RequestedOnTheWire) => RequestedOperation | null | undefined)[] = [
  ({ rawHash }) => rawHash && { kind: 'raw_hash', hash: rawHash.hash, preimage: preimageFromWire(rawHash) },
  ({ message }) =>
    message && {
      kind: 'message',
      message: message.message,
      format: message.format === undefined ? undefined : messageFormatFromWire(message.format),
    },
  ({ transaction }) => transaction && transactionFromWire(transaction),
  ...anyChainReaders,
];

/** Like `operationFromWire`, for a requested operation. */
export function requestedFromWire(wire: RequestedOnTheWire | null | undefined): RequestedOperation {
  return exactlyOne(readers, wire);
}

export function requestedToWire(requested: RequestedOperation): RequestedOnTheWire {
  switch (requested.kind) {
    case 'raw_hash':
      return { rawHash: { hash: requested.hash, ...preimageToWire(requested.preimage) } };
    case 'message': {
      const { message, format } = requested;
      return { message: { message, ...(format !== undefined && { format }) } };
    }
    case 'transaction':
      return { transaction: transactionToWire(requested) };
    default:
      return anyChainToWire(requested);
  }
}

function preimageFromWire({ transaction, typedData }: PreimageOnTheWire): RequestedHash['preimage'] {
  if (transaction && typedData) throw invalidField('/typed_data', 'cannot be given together with payload');
  if (transaction) return transactionFromWire(transaction);
  return typedData ? typedDataFromWire(typedData) : undefined;
}

function preimageToWire(preimage: RequestedTransaction | TypedDataOperation | undefined): PreimageOnTheWire {
  if (!preimage) return {};
  return preimage.kind === 'transaction'
    ? { transaction: transactionToWire(preimage) }
    : anyChainToWire(preimage);
}

function transactionFromWire({ text, json }: TransactionOnTheWire): RequestedTransaction {
  if (text !== undefined && json !== undefined)
    throw invalidField('/payload', 'is given as text and as JSON');
  return { kind: 'transaction', payload: json === undefined ? text : parsed(json) };
}

function transactionToWire({ payload }: RequestedTransaction): TransactionOnTheWire {
  return typeof payload === 'string' ? { text: payload } : { json: JSON.stringify(payload) };
}

// Each field is checked where the transaction is read, and only known fields are accepted.
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw invalidField('/payload', 'is not JSON');
  }
}
