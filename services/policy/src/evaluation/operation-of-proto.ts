import { messageFormats, typedDataVersions, type Operation } from '@wallet-service/chains';
import { AppError, invalidField } from '@wallet-service/errors';
import type { PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';

type OperationOnTheWire = NonNullable<ReceivedRequestOf<PolicyDefinition['Evaluate']>['operation']>;

/** One reader for each kind; nothing when the message of that kind is missing. */
const readers: {
  readonly [Kind in NonNullable<OperationOnTheWire['kind']>]: (
    wire: OperationOnTheWire,
  ) => Operation | null | undefined;
} = {
  rawHash: ({ rawHash }) => rawHash && { kind: 'raw_hash', hash: rawHash.hash },
  message: ({ message }) =>
    message && {
      kind: 'message',
      message: message.message,
      format: oneOf(messageFormats, message.format, '/format'),
    },
  eip7702Authorization: ({ eip7702Authorization: authorization }) =>
    authorization && {
      kind: 'eip7702_authorization',
      chainId: quantity(authorization.chainId, '/chain_id'),
      address: authorization.address,
      nonce: quantity(authorization.nonce, '/nonce'),
    },
  transaction: ({ transaction }) => transaction && { kind: 'transaction', unsigned: transaction.unsigned },
  typedData: ({ typedData }) =>
    typedData && {
      kind: 'typed_data',
      version: oneOf(typedDataVersions, typedData.version, '/version'),
      json: typedData.json,
    },
  exportPrivateKey: ({ exportPrivateKey }) =>
    exportPrivateKey && {
      kind: 'export_private_key',
      recipientPublicKey: exportPrivateKey.recipientPublicKey,
    },
};

/** The operation of a request message; exactly one kind must be given. */
export function operationOfProto(wire: OperationOnTheWire | null | undefined): Operation {
  if (!wire?.kind) throw new AppError('request.invalid', 'the operation is missing');
  const operation = readers[wire.kind](wire);
  if (operation) return operation;
  throw new AppError('request.malformed', 'the operation names a kind that it does not carry');
}

function oneOf<Choice extends string>(choices: readonly Choice[], text: string, path: string): Choice {
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw invalidField(path, `must be one of ${choices.join(', ')}`);
  return choice;
}

function quantity(text: string, path: string): bigint {
  if (!/^(0|[1-9]\d{0,77})$/.test(text)) throw invalidField(path, 'must be a decimal integer');
  return BigInt(text);
}
