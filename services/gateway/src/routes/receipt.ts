import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import { defined, present } from './field.js';

const base64 = (description: string) => Type.String({ description });

const receipt = Type.Object(
  {
    statement: base64('what the signer did and on what authority, in canonical bytes, base64'),
    signature: base64(
      'Ed25519, base64. It covers the statement in a canonical envelope: verify it with ' +
        '`@wallet-service/sdk/verify`, or by `docs/signatures.md` of the source',
    ),
    public_key: base64('the receipt key in one of the documents of `GET /v2/attestation`, base64'),
  },
  { title: 'Receipt' },
);

/** The receipt in an answer with signatures, if the request preferred one. */
export const receiptField = { receipt: Type.Optional(receipt) };

type Signed = ReceivedResponseOf<WalletDefinition['Sign']>;

/** The answer with the signature of a hash. */
export function signedHashAnswer(signed: Signed) {
  const { messageHash } = present(signed.signature, 'signature');
  return { ...signatureAnswer(signed), message_hash: present(messageHash, 'hash') };
}

/** The answer with the signature of a message. */
export function signatureAnswer(signed: Signed) {
  const { signature: text, parts, signatureBase64 } = present(signed.signature, 'signature');
  const { r = null, s = null, v = null } = parts ?? {};
  return {
    ...{ signature: text, r, s, v },
    ...(signatureBase64 !== undefined && { signature_base64: signatureBase64 }),
    ...receiptOf(signed),
  };
}

export function authorizationAnswer(signed: Signed) {
  const { r, s, yParity: y_parity, ...hex } = present(signed.authorization, 'authorization');
  return { r, s, y_parity, r_hex: hex.rHex, s_hex: hex.sHex, ...receiptOf(signed) };
}

export function transactionAnswer(signed: Signed) {
  const {
    signedTransaction: signed_transaction = null,
    transactionHash: transaction_hash = null,
    psbt,
    signature,
    signatureBase58: signature_base58,
  } = present(signed.transaction, 'transaction');
  return {
    ...defined({ psbt, signature, signature_base58 }),
    signed_transaction,
    transaction_hash,
    ...receiptOf(signed),
  };
}

function receiptOf({ receipt: given }: Signed) {
  return given ? { receipt: toResponse(given) } : {};
}

function toResponse({ statement, signature, publicKey }: NonNullable<Signed['receipt']>) {
  return {
    statement: statement.toString('base64'),
    signature: signature.toString('base64'),
    public_key: publicKey.toString('base64'),
  };
}

/** The header that confirms the preference (RFC 7240, 3). */
export function receiptHeaders({ receipt: given }: { readonly receipt?: object }): Record<string, string> {
  return given ? { 'preference-applied': 'receipt' } : {};
}
