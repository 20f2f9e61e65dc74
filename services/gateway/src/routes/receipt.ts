import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import { present } from './field.js';

const base64 = (description: string) => Type.String({ description });

const receipt = Type.Object(
  {
    statement: base64('what the signer did and on what authority, in canonical bytes, base64'),
    signature: base64(
      'Ed25519, base64. It covers the statement in a canonical envelope: verify it with ' +
        '`packages/attestation-verifier`',
    ),
    public_key: base64('the receipt key in one of the documents of `GET /v2/attestation`, base64'),
  },
  { title: 'Receipt' },
);

/** The receipt in an answer with signatures, if the request preferred one. */
export const receiptField = { receipt: Type.Optional(receipt) };

type Signed = ReceivedResponseOf<WalletDefinition['Sign']>;

/** The answer to a signing request. */
export function signedAnswer(signed: Signed): { readonly receipt?: object } {
  const result = resultOf(signed);
  return signed.receipt ? { ...result, receipt: toResponse(signed.receipt) } : result;
}

function resultOf({ signature, authorization, transaction }: Signed): object {
  if (authorization) {
    const { r, s, yParity: y_parity } = authorization;
    return { r, s, y_parity };
  }
  if (transaction) {
    const {
      signedTransaction: signed_transaction = null,
      transactionHash: transaction_hash = null,
      psbt,
    } = transaction;
    return { ...(psbt !== undefined && { psbt }), signed_transaction, transaction_hash };
  }
  const { signature: text, parts, signatureBase64, messageHash } = present(signature, 'signature');
  const { r = null, s = null, v = null } = parts ?? {};
  return {
    ...(messageHash !== undefined && { message_hash: messageHash }),
    ...{ signature: text, r, s, v },
    ...(signatureBase64 !== undefined && { signature_base64: signatureBase64 }),
  };
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
