import type { Operation } from '@wallet-service/chains';
import { messageFormats, typedDataVersions } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import type { PolicyDefinition, ReceivedRequestOf, RequestOf, WalletDefinition } from '@wallet-service/grpc';

type WireOperation = NonNullable<ReceivedRequestOf<WalletDefinition['Sign']>['operation']>;

/** An operation of the closed list, or `request.invalid`. What it means for the wallet's chain is not decided here. */
export function operationFromWire(wire: WireOperation | null): Operation {
  if (wire?.rawHash) return { kind: 'raw_hash', hash: wire.rawHash.hash };
  if (wire?.message) {
    const { message, format } = wire.message;
    return { kind: 'message', message, format: oneOf(messageFormats, format, '/operation/message/format') };
  }
  if (wire?.eip7702Authorization) {
    const { chainId, address, nonce } = wire.eip7702Authorization;
    return {
      kind: 'eip7702_authorization',
      chainId: uint256(chainId, '/chain_id'),
      address,
      nonce: uint256(nonce, '/nonce'),
    };
  }
  if (wire?.transaction) return { kind: 'transaction', unsigned: wire.transaction.unsigned };
  if (wire?.typedData) {
    const { version, json } = wire.typedData;
    return {
      kind: 'typed_data',
      version: oneOf(typedDataVersions, version, '/operation/typed_data/version'),
      json,
    };
  }
  throw invalidField('/operation', 'names no known operation');
}

export function operationToWire(
  operation: Operation,
): NonNullable<RequestOf<PolicyDefinition['Evaluate']>['operation']> {
  switch (operation.kind) {
    case 'raw_hash':
      return { rawHash: { hash: operation.hash } };
    case 'message':
      return { message: { message: operation.message, format: operation.format } };
    case 'eip7702_authorization':
      return {
        eip7702Authorization: {
          chainId: String(operation.chainId),
          address: operation.address,
          nonce: String(operation.nonce),
        },
      };
    case 'transaction':
      return { transaction: { unsigned: operation.unsigned } };
    case 'typed_data':
      return { typedData: { version: operation.version, json: operation.json } };
    case 'export_private_key':
      return { exportPrivateKey: { recipientPublicKey: operation.recipientPublicKey } };
  }
}

function oneOf<const Value extends string>(values: readonly Value[], text: string, path: string): Value {
  const value = values.find((candidate) => candidate === text);
  if (value === undefined) throw invalidField(path, `must be one of ${values.join(', ')}`);
  return value;
}

function uint256(text: string, path: string): bigint {
  // 78 digits hold every uint256; what is too big for its field is refused where the field is known.
  if (!/^(0|[1-9]\d{0,77})$/.test(text)) throw invalidField(path, 'must be a decimal integer');
  return BigInt(text);
}
