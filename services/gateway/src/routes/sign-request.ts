import type { Operation } from '@wallet-service/chains';
import { invalidField } from '@wallet-service/errors';
import type { RequestOf, WalletDefinition } from '@wallet-service/grpc';
import Type, { type Static } from 'typebox';
import { hash32, nullableText, typedDataVersion } from './field.js';
import {
  assertHashOf,
  hashOperation,
  messageOperation,
  senderOf,
  transactionOperation,
  typedDataOperation,
  type Target,
} from './operation.js';
import { receiptField } from './receipt.js';

/** What is to be signed; by whom and with which wallet, each interface says in its own way. */
export type SignRequest = Pick<RequestOf<WalletDefinition['Sign']>, 'expectedAddress' | 'signatureOnly'> & {
  readonly operation: Operation;
};

const closed = { additionalProperties: false } as const;
const signatureParts = {
  signature: Type.String(),
  r: nullableText,
  s: nullableText,
  v: nullableText,
  ...receiptField,
};

export const hashSignature = Type.Object({ message_hash: Type.String(), ...signatureParts });
export const messageSignature = Type.Object({
  ...signatureParts,
  signature_base64: Type.Optional(Type.String()),
});
export const signedTransaction = Type.Object({
  signed_transaction: nullableText,
  transaction_hash: nullableText,
  psbt: Type.Optional(Type.String()),
  ...receiptField,
});

export const transactionPayload = Type.Unsafe<unknown>({
  type: ['object', 'string'],
  description:
    'ETH: an object with the names of eth_signTransaction (quantities as numbers, decimal text or 0x hex; types 0 to 4), or the unsigned serialized transaction in 0x hex. SOL: a transaction or message, legacy or version 0 (to 1,232 bytes with all signatures) or version 1 (SIMD-0385, to 4,096), in base64. BTC: a PSBT (v0 or v2) in base64, of at most 200 inputs, 1,199 inputs and outputs, and 6,000 entries',
});
export const typedData = Type.Unsafe<unknown>({
  type: ['object', 'array', 'string'],
  description:
    'what eth_signTypedData takes (EIP-712): `types`, `primaryType`, `domain`, `message` for v3 and v4, an array of `{ type, name, value }` for v1; parsed, or as JSON text. At most 2,000 values, 500 of them structs, arrays, strings or bytes, and 65,536 characters of types as they are hashed: sign more in parts',
});

export const dataFields = {
  raw_data_hash: hash32,
  payload: Type.Optional(transactionPayload),
  typed_data: Type.Optional(typedData),
  version: Type.Optional(typedDataVersion),
};
export const messageFields = {
  message_base64: Type.String(),
  format: Type.Optional(Type.Enum(['bip137', 'bip322'], { type: 'string' })),
};
export const transactionFields = { payload: transactionPayload };

export const dataBody = Type.Object(dataFields, closed);
export const messageBody = Type.Object(messageFields, closed);
export const transactionBody = Type.Object(transactionFields, closed);

/** A hash, alone or with what it is the hash of: only then can policies see what is signed. */
export function dataRequest(target: Target, body: Static<typeof dataBody>): SignRequest {
  const { raw_data_hash, payload, typed_data, version } = body;
  const bare = hashOperation(target, raw_data_hash);
  if (payload !== undefined && typed_data !== undefined)
    throw invalidField('/typed_data', 'cannot be given together with payload');
  if (version !== undefined && typed_data === undefined)
    throw invalidField('/version', 'is for typed_data alone');
  if (payload === undefined && typed_data === undefined) return { operation: bare };
  const operation =
    payload === undefined
      ? typedDataOperation(target, typed_data, version)
      : transactionOperation(target, payload);
  assertHashOf(operation, raw_data_hash);
  return { operation, expectedAddress: senderOf(payload), signatureOnly: true };
}

export function messageRequest(target: Target, body: Static<typeof messageBody>): SignRequest {
  return { operation: messageOperation(target, body.message_base64, body.format) };
}

export function transactionRequest(target: Target, { payload }: Static<typeof transactionBody>): SignRequest {
  return { operation: transactionOperation(target, payload), expectedAddress: senderOf(payload) };
}
