import { sign, verify, type KeyObject } from 'node:crypto';
import { base64urlOf } from '../base64url.js';
import { encodeCanonical } from '../canonical.js';
import { ed25519PublicKey } from '../ed25519.js';
import { readJson, unique, type JsonReader } from '../json-reader.js';
import { passkeySigned, type Assertion, type Passkey } from './passkey.js';

/** What is signed. The kind is part of every signature, so that no document counts as one of another kind. */
export type DocumentKind = 'root' | 'application';

/** A key that may sign documents. `publicKey` of `ed25519`: 32 bytes. */
export type DocumentKey =
  | { readonly kid: string; readonly kind: 'ed25519'; readonly publicKey: Uint8Array }
  | Passkey;

export type DocumentSignature = {
  readonly kid: string;
  readonly signature: Uint8Array;
  /** Only of a passkey. */
  readonly assertion?: Assertion;
};

export type SignedDocument = {
  readonly payload: Uint8Array;
  readonly signatures: readonly DocumentSignature[];
};

const maxSignatures = 32;
/** Bytes of a signature's part in the signed form, at most. An assertion's client data are about 200 bytes. */
const maxSignatureBytes = 4096;

/** The bytes that an Ed25519 key signs, and whose SHA-256 is the challenge that a passkey signs. */
export function documentSignaturePayload(kind: DocumentKind, payload: Uint8Array): Uint8Array {
  return encodeCanonical(`wallet-service/${kind}-document/1`, [payload]);
}

/** The signature of an Ed25519 key. */
export function signDocument(
  kind: DocumentKind,
  payload: Uint8Array,
  { kid, privateKey }: { readonly kid: string; readonly privateKey: KeyObject },
): DocumentSignature {
  return { kid, signature: sign(null, documentSignaturePayload(kind, payload), privateKey) };
}

/**
 * The signed form, as JSON: `{ payload, signatures: [{ kid, signature, authenticator_data?, client_data? }] }`,
 * all bytes in base64url.
 */
export function encodeSignedDocument({ payload, signatures }: SignedDocument): Uint8Array {
  const json = {
    payload: base64urlOf(payload),
    signatures: signatures.map(({ kid, signature, assertion }) => ({
      kid,
      signature: base64urlOf(signature),
      ...(assertion && {
        authenticator_data: base64urlOf(assertion.authenticatorData),
        client_data: base64urlOf(assertion.clientData),
      }),
    })),
  };
  return new TextEncoder().encode(JSON.stringify(json));
}

/** Reads the signed form. Checks no signature. `maxPayloadBytes` is the limit of the document's kind. */
export function parseSignedDocument(
  signed: Uint8Array,
  maxPayloadBytes: number,
):
  | { readonly ok: true; readonly document: SignedDocument }
  | { readonly ok: false; readonly problems: string[] } {
  const most = Math.ceil((maxPayloadBytes * 4) / 3) + maxSignatures * maxSignatureBytes;
  return readJson(signed, most, (reader) => {
    reader.onlyMembers('payload', 'signatures');
    const signatures = reader.member('signatures').list(0, maxSignatures).map(readSignature);
    unique(
      signatures.map(({ kid }) => kid),
      reader.member('signatures'),
      'kid',
    );
    return { payload: reader.member('payload').bytes(1, maxPayloadBytes), signatures };
  });
}

function readSignature(reader: JsonReader): DocumentSignature {
  reader.onlyMembers('kid', 'signature', 'authenticator_data', 'client_data');
  const kid = reader.member('kid').text(255);
  const signature = reader.member('signature').bytes(1, 128);
  if (!reader.has('authenticator_data') && !reader.has('client_data')) return { kid, signature };
  const assertion = {
    authenticatorData: reader.member('authenticator_data').bytes(37, 1024),
    clientData: reader.member('client_data').bytes(2, 1024),
  };
  return { kid, signature, assertion };
}

/** How many of `keys` signed the document. A wrong signature counts for nothing. */
export function countSigners(
  kind: DocumentKind,
  { payload, signatures }: SignedDocument,
  keys: readonly DocumentKey[],
): number {
  const signedBytes = documentSignaturePayload(kind, payload);
  return keys.filter((key) => {
    const found = signatures.find(({ kid }) => kid === key.kid);
    return found !== undefined && hasSigned(key, signedBytes, found);
  }).length;
}

function hasSigned(
  key: DocumentKey,
  bytes: Uint8Array,
  { signature, assertion }: DocumentSignature,
): boolean {
  if (key.kind === 'passkey')
    return assertion !== undefined && passkeySigned(key, bytes, signature, assertion);
  return assertion === undefined && verify(null, bytes, ed25519PublicKey(key.publicKey), signature);
}

/** Reads a list of keys of which `threshold` must sign. */
export function readSigners(
  reader: JsonReader,
  thresholdName: string,
  keysName: string,
  readKey: (reader: JsonReader) => DocumentKey = readEd25519Key,
): { readonly keys: readonly DocumentKey[]; readonly threshold: number } {
  const keys = reader.member(keysName).list(1, 16).map(readKey);
  unique(
    keys.map(({ kid }) => kid),
    reader.member(keysName),
    'kid',
  );
  // One key under two names would count twice.
  unique(
    keys.map(({ publicKey }) => base64urlOf(publicKey)),
    reader.member(keysName),
    'public_key',
  );
  return { keys, threshold: reader.member(thresholdName).integer(1, Math.max(1, keys.length)) };
}

export function readEd25519Key(reader: JsonReader): DocumentKey {
  reader.onlyMembers('kid', 'public_key');
  return {
    kid: reader.member('kid').text(255),
    kind: 'ed25519',
    publicKey: reader.member('public_key').base64url(32),
  };
}
