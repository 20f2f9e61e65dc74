import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  encodeApplicationDocument,
  encodeSignedDocument,
  parseApplicationDocument,
  parseSignedDocument,
  readBakedTrust,
  signDocument,
  type ApplicationDocument,
  type DocumentKey,
  type DocumentSignature,
} from '@wallet-service/signer-protocol';
import type { JsonAnswer, JsonRequest } from '@wallet-service/operator-cli/http-json';

/** Whoever holds the secret key of an application. */
type Tenant = {
  readonly manage: (
    method: NonNullable<JsonRequest['method']>,
    path: string,
    body?: unknown,
  ) => Promise<Pick<JsonAnswer, 'status' | 'body'>>;
};

export type DocumentSigner = (payload: Uint8Array) => DocumentSignature;

export async function currentDocument({ manage }: Tenant): Promise<ApplicationDocument> {
  const { body } = await manage('GET', '/v1/identity/trust');
  const { signed_document = '' } = body as { signed_document?: string };
  const signed = parseSignedDocument(Buffer.from(signed_document, 'base64url'), 300_000);
  const read = signed.ok ? parseApplicationDocument(signed.document.payload) : undefined;
  if (!read?.ok) throw new Error('no document');
  return read.document;
}

export function submitDocument(
  { manage }: Tenant,
  document: ApplicationDocument,
  signers: readonly DocumentSigner[],
): Promise<Pick<JsonAnswer, 'status' | 'body'>> {
  const payload = encodeApplicationDocument(document);
  const signed = encodeSignedDocument({ payload, signatures: signers.map((each) => each(payload)) });
  return manage('POST', '/v1/identity/trust', { signed_document: Buffer.from(signed).toString('base64url') });
}

/** An administrator with an Ed25519 key. */
export function newAdministrator(kid: string): { readonly key: DocumentKey; readonly sign: DocumentSigner } {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  return {
    key: { kid, kind: 'ed25519', publicKey: raw },
    sign: (payload) => signDocument('application', payload, { kid, privateKey }),
  };
}

/** The root key of a local stack. */
export function rootSigner(dataDir: string): DocumentSigner {
  const { document } = readBakedTrust(readFileSync(path.join(dataDir, 'trust/root-document.json')));
  const privateKey = createPrivateKey(readFileSync(path.join(dataDir, 'secrets/development-trust-root.pem')));
  const kid = document.roots.keys[0]?.kid ?? '';
  return (payload) => signDocument('application', payload, { kid, privateKey });
}
