import { messageFormats, typedDataVersions, type Operation } from '@wallet-service/chains';
import { AppError, invalidField } from '@wallet-service/errors';
import type { PolicyDefinition, ReceivedRequestOf } from '@wallet-service/grpc';

type OperationOnTheWire = ReceivedRequestOf<PolicyDefinition['Evaluate']>['operation'];

/** The operation of a request message; exactly one kind must be given. */
export function operationOfProto(wire: OperationOnTheWire): Operation {
  const { kind } = wire ?? {};
  if (!wire || kind === undefined) throw new AppError('request.invalid', 'the operation is missing');
  switch (kind) {
    case 'rawHash':
      if (wire.rawHash) return { kind: 'raw_hash', hash: wire.rawHash.hash };
      break;
    case 'message':
      if (wire.message)
        return {
          kind: 'message',
          message: wire.message.message,
          format: oneOf(messageFormats, wire.message.format, '/format'),
        };
      break;
    case 'eip7702Authorization':
      if (wire.eip7702Authorization)
        return {
          kind: 'eip7702_authorization',
          chainId: quantity(wire.eip7702Authorization.chainId, '/chain_id'),
          address: wire.eip7702Authorization.address,
          nonce: quantity(wire.eip7702Authorization.nonce, '/nonce'),
        };
      break;
    case 'transaction':
      if (wire.transaction) return { kind: 'transaction', unsigned: wire.transaction.unsigned };
      break;
    case 'typedData':
      if (wire.typedData)
        return {
          kind: 'typed_data',
          version: oneOf(typedDataVersions, wire.typedData.version, '/version'),
          json: wire.typedData.json,
        };
      break;
    case 'exportPrivateKey':
      if (wire.exportPrivateKey)
        return {
          kind: 'export_private_key',
          recipientPublicKey: wire.exportPrivateKey.recipientPublicKey,
        };
      break;
  }
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
