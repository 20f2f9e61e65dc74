import Type from 'typebox';
import { hash32, nullableText, typedDataVersion } from './field.js';
import { receiptField } from './receipt.js';

const closed = { additionalProperties: false } as const;
const signatureParts = {
  signature: Type.String(),
  r: nullableText,
  s: nullableText,
  v: nullableText,
  ...receiptField,
};

export const hashSignature = Type.Object(
  { message_hash: Type.String(), ...signatureParts },
  { title: 'SignResult' },
);
export const messageSignature = Type.Object(
  {
    ...signatureParts,
    signature_base64: Type.Optional(Type.String()),
  },
  { title: 'SignMessageResult' },
);
export const signedTransaction = Type.Object(
  {
    signed_transaction: nullableText,
    transaction_hash: nullableText,
    psbt: Type.Optional(Type.String()),
    signature: Type.Optional(
      Type.String({
        description:
          'SOL only: the wallet’s own signature, 64 bytes in hex with the prefix 0x. It is in ' +
          '`signed_transaction` too, at the place of the wallet',
      }),
    ),
    signature_base58: Type.Optional(
      Type.String({ description: 'SOL only: `signature` in base58, as Solana’s libraries show it' }),
    ),
    ...receiptField,
  },
  { title: 'SignTransactionResult' },
);
export const authorizationSignature = Type.Object(
  {
    r: Type.String({ description: 'decimal' }),
    s: Type.String({ description: 'decimal' }),
    y_parity: Type.Integer({ minimum: 0, maximum: 1 }),
    r_hex: Type.String({ description: '`r` in hex: 0x and 64 digits' }),
    s_hex: Type.String({ description: '`s` in hex: 0x and 64 digits' }),
    ...receiptField,
  },
  { title: 'SignAuthorizationResult' },
);

export const transactionPayload = Type.Unsafe<unknown>({
  title: 'TransactionPayload',
  type: ['object', 'string'],
  description:
    'ETH: an object with the names of eth_signTransaction (quantities as numbers, decimal text or 0x hex; ' +
    'types 0 to 4), or the unsigned serialized transaction in 0x hex. SOL: a transaction or message, legacy ' +
    'or version 0 (to 1,232 bytes with all signatures) or version 1 (SIMD-0385, to 4,096), in base64. BTC: ' +
    'a PSBT (v0 or v2) in base64, with at most 200 inputs, 1,199 inputs and outputs, and 6,000 entries',
});
export const typedData = Type.Unsafe<unknown>({
  title: 'TypedData',
  type: ['object', 'array', 'string'],
  items: {},
  description:
    'as for eth_signTypedData (EIP-712), as an object or as JSON text: `types`, `primaryType`, `domain`, ' +
    '`message` for v3 and v4, an array of `{ type, name, value }` for v1. At most 2,000 values, 500 of them ' +
    'structs, arrays, strings or bytes, and 65,536 characters of encoded types. Split larger data into ' +
    'parts. Members that no type declares are ignored, as by viem, ethers and MetaMask: they are not signed, ' +
    'and no policy sees them',
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
