import { parseEthAddress } from '@wallet-service/addresses';
import {
  parseBase64Text,
  type Eip7702Authorization,
  type MessageFormat,
  type RequestedHash,
  type RequestedMessage,
  type TypedDataOperation,
  type TypedDataVersion,
} from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import { bytesOfHex, maxMessageBytes } from './field.js';

// What a body asks for, in the form that no chain is needed for. What it means on the chain of the wallet is
// decided by the service that reads the wallet.

export type DataFields = {
  readonly raw_data_hash: string;
  readonly payload?: unknown;
  readonly typed_data?: unknown;
  readonly version?: TypedDataVersion;
};

/**
 * A hash, alone or with the data that it is the hash of. Policies can see what is signed only with the data.
 */
export function requestedHash({ raw_data_hash, payload, typed_data, version }: DataFields): RequestedHash {
  if (payload !== undefined && typed_data !== undefined)
    throw invalidField('/typed_data', 'cannot be given together with payload');
  if (version !== undefined && typed_data === undefined)
    throw invalidField('/version', 'must be absent without typed_data');
  const hash = bytesOfHex(raw_data_hash);
  if (typed_data !== undefined)
    return { kind: 'raw_hash', hash, preimage: requestedTypedData(typed_data, version) };
  return {
    kind: 'raw_hash',
    hash,
    ...(payload !== undefined && { preimage: { kind: 'transaction', payload } }),
  };
}

export function requestedMessage(base64: string, format: MessageFormat | undefined): RequestedMessage {
  const message = parseBase64Text(base64, '/message_base64', maxMessageBytes);
  return { kind: 'message', message, format };
}

export type Authorization = { readonly chain_id: number; readonly address: string; readonly nonce: number };

export function requestedAuthorization(
  { chain_id, address, nonce }: Authorization,
  path = '',
): Eip7702Authorization {
  return {
    kind: 'eip7702_authorization',
    chainId: BigInt(chain_id),
    address: parseEthAddress(address, `${path}/address`),
    nonce: BigInt(nonce),
  };
}

/** The JSON of `eth_signTypedData`, parsed or as text. */
export function requestedTypedData(typedData: unknown, version: TypedDataVersion = 'v4'): TypedDataOperation {
  const json = typeof typedData === 'string' ? typedData : JSON.stringify(typedData);
  return { kind: 'typed_data', version, json };
}
