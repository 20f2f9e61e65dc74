import { AppError, invalidField } from '@wallet-service/errors';
import {
  messageFormats,
  typedDataVersions,
  type Eip7702Authorization,
  type ExportPrivateKey,
  type MessageFormat,
  type Operation,
  type TypedDataOperation,
} from './operation.js';

export type TypedDataOnTheWire = { readonly version: string; readonly json: string };
/** The kinds that are the same on every chain. Integers are in decimal. */
export type AnyChainOnTheWire = {
  readonly eip7702Authorization?: {
    readonly chainId: string;
    readonly address: Uint8Array;
    readonly nonce: string;
  } | null;
  readonly typedData?: TypedDataOnTheWire | null;
  readonly exportPrivateKey?: { readonly recipientPublicKey: Uint8Array } | null;
};
/** `operation.v1.Operation` on the wire: exactly one of the kinds. */
export type OperationOnTheWire = AnyChainOnTheWire & {
  readonly rawHash?: { readonly hash: Uint8Array } | null;
  readonly message?: { readonly message: Uint8Array; readonly format: string } | null;
  readonly transaction?: { readonly unsigned: Uint8Array } | null;
};

export type AnyChainOperation = Eip7702Authorization | TypedDataOperation | ExportPrivateKey;
type Reader<Wire, Read> = (wire: Wire) => Read | null | undefined;

/** One for each kind, which gives nothing where the operation is of another. */
export const anyChainReaders: readonly Reader<AnyChainOnTheWire, AnyChainOperation>[] = [
  ({ eip7702Authorization: authorization }) =>
    authorization && {
      kind: 'eip7702_authorization',
      chainId: quantity(authorization.chainId, '/chain_id'),
      address: authorization.address,
      nonce: quantity(authorization.nonce, '/nonce'),
    },
  ({ typedData }) => typedData && typedDataFromWire(typedData),
  ({ exportPrivateKey }) =>
    exportPrivateKey && {
      kind: 'export_private_key',
      recipientPublicKey: exportPrivateKey.recipientPublicKey,
    },
];

const readers: readonly Reader<OperationOnTheWire, Operation>[] = [
  ({ rawHash }) => rawHash && { kind: 'raw_hash', hash: rawHash.hash },
  ({ message }) =>
    message && { kind: 'message', message: message.message, format: messageFormatFromWire(message.format) },
  ({ transaction }) => transaction && { kind: 'transaction', unsigned: transaction.unsigned },
  ...anyChainReaders,
];

/**
 * The operation of a request, or `request.invalid` where it has none, two, or a field that is not in its
 * form. What it means for the chain of a wallet is not decided here.
 */
export function operationFromWire(wire: OperationOnTheWire | null | undefined): Operation {
  return exactlyOne(readers, wire);
}

export function exactlyOne<Wire, Read extends { readonly kind: string }>(
  readersOfKinds: readonly Reader<Wire, Read>[],
  wire: Wire | null | undefined,
): Read {
  const given = readersOfKinds.flatMap((read) => (wire && read(wire)) ?? []);
  const [operation] = given;
  if (!operation) throw new AppError('request.invalid', 'the operation is missing');
  if (given.length > 1)
    throw new AppError('request.invalid', `the operation is ${given.map(({ kind }) => kind).join(' and ')}`);
  return operation;
}

export function operationToWire(operation: Operation): OperationOnTheWire {
  switch (operation.kind) {
    case 'raw_hash':
      return { rawHash: { hash: operation.hash } };
    case 'message':
      return { message: { message: operation.message, format: operation.format } };
    case 'transaction':
      return { transaction: { unsigned: operation.unsigned } };
    default:
      return anyChainToWire(operation);
  }
}

export function anyChainToWire(operation: AnyChainOperation): AnyChainOnTheWire {
  switch (operation.kind) {
    case 'eip7702_authorization': {
      const { chainId, address, nonce } = operation;
      return { eip7702Authorization: { chainId: String(chainId), address, nonce: String(nonce) } };
    }
    case 'typed_data':
      return { typedData: { version: operation.version, json: operation.json } };
    case 'export_private_key':
      return { exportPrivateKey: { recipientPublicKey: operation.recipientPublicKey } };
  }
}

export function typedDataFromWire({ version, json }: TypedDataOnTheWire): TypedDataOperation {
  return { kind: 'typed_data', version: oneOf(typedDataVersions, version, '/version'), json };
}

export function messageFormatFromWire(format: string): MessageFormat {
  return oneOf(messageFormats, format, '/format');
}

function oneOf<const Choice extends string>(choices: readonly Choice[], text: string, path: string): Choice {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw invalidField(path, `must be one of ${choices.join(', ')}`);
  return choice;
}

/**
 * 78 digits are enough for every uint256. Values too large for their field are refused where the field is
 * known.
 */
function quantity(text: string, path: string): bigint {
  if (!/^(0|[1-9]\d{0,77})$/.test(text)) throw invalidField(path, 'must be a decimal integer');
  return BigInt(text);
}
