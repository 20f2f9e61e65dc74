import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';

const base64 = (description: string) => Type.String({ description });

const receipt = Type.Object(
  {
    statement: base64('what the signer did and by what right, in canonical bytes, base64'),
    signature: base64('Ed25519 over the statement, base64'),
    public_key: base64('the receipt key of one of the attestations of `GET /v2/attestation`, base64'),
  },
  { title: 'Receipt' },
);

/** Of an answer with signatures: there when the request preferred one. */
export const receiptField = { receipt: Type.Optional(receipt) };

type Signed = ReceivedResponseOf<WalletDefinition['Sign']>;

/** The answer to a signing request. */
export function signedAnswer({ resultJson, receipt: given }: Signed): { readonly receipt?: object } {
  const result = JSON.parse(resultJson) as object;
  return given ? { ...result, receipt: toResponse(given) } : result;
}

function toResponse({ statement, signature, publicKey }: NonNullable<Signed['receipt']>) {
  return {
    statement: statement.toString('base64'),
    signature: signature.toString('base64'),
    public_key: publicKey.toString('base64'),
  };
}

/** What an answer says of the preference (RFC 7240, 3). */
export function receiptHeaders({ receipt: given }: { readonly receipt?: object }): Record<string, string> {
  return given ? { 'preference-applied': 'receipt' } : {};
}
