import { AppError, invalidField } from '@wallet-service/errors';
import { messageFormats, typedDataVersions, type Operation } from './operation.js';

/** `operation.v1.Operation` as it travels: exactly one of the kinds. Integers are in decimal. */
export type OperationOnTheWire = {
  readonly rawHash?: { readonly hash: Uint8Array } | null;
  readonly message?: { readonly message: Uint8Array; readonly format: string } | null;
  readonly eip7702Authorization?: {
    readonly chainId: string;
    readonly address: Uint8Array;
    readonly nonce: string;
  } | null;
  readonly transaction?: { readonly unsigned: Uint8Array } | null;
  readonly typedData?: { readonly version: string; readonly json: string } | null;
  readonly exportPrivateKey?: { readonly recipientPublicKey: Uint8Array } | null;
};

/** One for each kind, which gives nothing where the operation is of another. */
const readers: readonly ((wire: OperationOnTheWire) => Operation | null | undefined)[] = [
  ({ rawHash }) => rawHash && { kind: 'raw_hash', hash: rawHash.hash },
  ({ message }) =>
    message && {
      kind: 'message',
      message: message.message,
      format: oneOf(messageFormats, message.format, '/format'),
    },
  ({ eip7702Authorization: authorization }) =>
    authorization && {
      kind: 'eip7702_authorization',
      chainId: quantity(authorization.chainId, '/chain_id'),
      address: authorization.address,
      nonce: quantity(authorization.nonce, '/nonce'),
    },
  ({ transaction }) => transaction && { kind: 'transaction', unsigned: transaction.unsigned },
  ({ typedData }) =>
    typedData && {
      kind: 'typed_data',
      version: oneOf(typedDataVersions, typedData.version, '/version'),
      json: typedData.json,
    },
  ({ exportPrivateKey }) =>
    exportPrivateKey && {
      kind: 'export_private_key',
      recipientPublicKey: exportPrivateKey.recipientPublicKey,
    },
];

/**
 * The operation of a request, or `request.invalid` where it has none, two, or a field that is not in its
 * form. What it means for the chain of a wallet is not decided here.
 */
export function operationFromWire(wire: OperationOnTheWire | null | undefined): Operation {
  const given = readers.flatMap((read) => (wire && read(wire)) ?? []);
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
    case 'eip7702_authorization': {
      const { chainId, address, nonce } = operation;
      return { eip7702Authorization: { chainId: String(chainId), address, nonce: String(nonce) } };
    }
    case 'transaction':
      return { transaction: { unsigned: operation.unsigned } };
    case 'typed_data':
      return { typedData: { version: operation.version, json: operation.json } };
    case 'export_private_key':
      return { exportPrivateKey: { recipientPublicKey: operation.recipientPublicKey } };
  }
}

function oneOf<const Choice extends string>(choices: readonly Choice[], text: string, path: string): Choice {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw invalidField(path, `must be one of ${choices.join(', ')}`);
  return choice;
}

/** 78 digits hold every uint256; what is too big for its field is refused where the field is known. */
function quantity(text: string, path: string): bigint {
  if (!/^(0|[1-9]\d{0,77})$/.test(text)) throw invalidField(path, 'must be a decimal integer');
  return BigInt(text);
}
