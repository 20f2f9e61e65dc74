import { chainTable, parseEthAddress, type Chain } from '@wallet-service/addresses';
import { AppError, invalidField } from '@wallet-service/errors';
import { parseBase64Text } from './base64-text.js';
import { messageFormatsOf } from './codecs.js';
import { parseEthTransactionPayload } from './eth/transaction-payload.js';
import { hexText, parseHexText } from './hex-text.js';
import type {
  Eip7702Authorization,
  ExportPrivateKey,
  MessageFormat,
  Operation,
  TypedDataOperation,
} from './operation.js';

/**
 * ETH: an object with the names of JSON-RPC, or the unsigned transaction in hex. SOL: transaction or message,
 * BTC: PSBT, both in base64.
 */
export type RequestedTransaction = { readonly kind: 'transaction'; readonly payload: unknown };
/**
 * A hash, alone or with the data that it is the hash of. Policies can see what is signed only with the data.
 */
export type RequestedHash = {
  readonly kind: 'raw_hash';
  readonly hash: Uint8Array;
  readonly preimage?: RequestedTransaction | TypedDataOperation | undefined;
};
/** `format` is absent where the caller names none. */
export type RequestedMessage = {
  readonly kind: 'message';
  readonly message: Uint8Array;
  readonly format?: MessageFormat | undefined;
};

/** An operation as a caller asks for it: what it means depends on the chain of the wallet. */
export type RequestedOperation =
  | RequestedHash
  | RequestedMessage
  | RequestedTransaction
  | Eip7702Authorization
  | TypedDataOperation
  | ExportPrivateKey;

/** The chain of the wallet, and where the request names it or the wallet. */
export type Target = { readonly chain: Chain; readonly field: string };

export type ResolvedOperation = {
  readonly operation: Operation;
  /** `from` of a transaction on ETH, which must be the wallet's address; empty when it is not given. */
  readonly sender: string;
  /** The caller names the operation by this hash of its bytes, and wants the bare signature. */
  readonly hash: Uint8Array | undefined;
};

const maxTransactionBytes = 98_304;

/** What a request means for a wallet of the chain. The paths of errors point into the body of the request. */
export function resolveOperation(target: Target, requested: RequestedOperation): ResolvedOperation {
  switch (requested.kind) {
    case 'raw_hash': {
      const { hash, preimage } = requested;
      assertEvm(target, 'a bare Keccak-256 hash');
      return preimage ? { ...resolveOperation(target, preimage), hash } : alone({ kind: 'raw_hash', hash });
    }
    case 'message':
      return alone({ ...requested, format: formatOf(target, requested) });
    case 'transaction':
      return transaction(target, requested);
    case 'eip7702_authorization':
      assertEvm(target, 'an EIP-7702 authorization');
      return alone(requested);
    case 'typed_data':
      assertEvm(target, 'typed data (EIP-712)');
      return alone(requested);
    case 'export_private_key':
      return alone(requested);
  }
}

function alone(operation: Operation): ResolvedOperation {
  return { operation, sender: '', hash: undefined };
}

/** A format may be given on a chain that has more than one. */
function formatOf({ chain }: Target, { format }: RequestedMessage): MessageFormat {
  const formats = messageFormatsOf(chain);
  if (format === undefined) return formats[0];
  if (formats.length === 1 && !formats.includes(format))
    throw invalidField('/format', 'must be absent: only BTC has formats');
  return format;
}

function transaction({ chain }: Target, { payload }: RequestedTransaction): ResolvedOperation {
  if (!chainTable[chain].evm) {
    if (typeof payload !== 'string') throw invalidField('/payload', 'must be base64');
    return alone({
      kind: 'transaction',
      unsigned: parseBase64Text(payload, '/payload', maxTransactionBytes),
    });
  }
  if (typeof payload === 'string')
    return alone({ kind: 'transaction', unsigned: parseHexText(payload, '/payload') });
  const sender = senderOf(payload);
  const { unsigned } = parseEthTransactionPayload(payload, { address: sender });
  return { ...alone({ kind: 'transaction', unsigned }), sender };
}

function senderOf(payload: unknown): string {
  if (typeof payload !== 'object' || payload === null || !('from' in payload)) return '';
  const { from } = payload;
  if (typeof from !== 'string') throw invalidField('/payload/from', 'must be an address');
  return hexText(parseEthAddress(from, '/payload/from'));
}

function assertEvm({ chain, field }: Target, what: string): void {
  if (chainTable[chain].evm) return;
  throw new AppError('chain.operation-unsupported', `${what} exists on ETH only, not on ${chain}`, {
    fields: [{ path: field, message: 'must be ETH for this operation' }],
  });
}

/** Throws if the hash is not the hash of the data given with it. */
export function assertHashOf(hash: Uint8Array, [digest]: readonly Uint8Array[]): void {
  if (digest && Buffer.compare(hash, digest) === 0) return;
  throw invalidField(
    '/raw_data_hash',
    'must be the Keccak-256 hash of the payload or typed data in the request',
  );
}
