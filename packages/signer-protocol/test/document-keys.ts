import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import {
  documentSignaturePayload,
  encodeSignedDocument,
  signDocument,
  type DocumentKey,
  type DocumentKind,
  type DocumentSignature,
} from '../src/trust/signed-document.js';

/** An Ed25519 key that signs documents or statements. */
export type NamedKey = {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly public: DocumentKey;
};

export function makeNamedKey(kid: string): NamedKey {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const raw = new Uint8Array(publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));
  return { kid, privateKey, public: { kid, kind: 'ed25519', publicKey: raw } };
}

/** A passkey and its domain. */
export type TestPasskey = NamedKey & { readonly public: { readonly kind: 'passkey'; readonly rpId: string } };

export function makePasskey(kid: string, rpId = 'wallet.example.com'): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  return { kid, privateKey, public: { kid, kind: 'passkey', publicKey: new Uint8Array(point), rpId } };
}

export type AssertionChanges = {
  readonly flags?: number;
  readonly rpId?: string;
  readonly client?: Readonly<Record<string, unknown>>;
};

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest();

/** What an authenticator and its browser return for a document, with changes. */
export function assertionOf(
  { kid, privateKey, public: key }: TestPasskey,
  payload: Uint8Array,
  { flags = 5, rpId = key.rpId, client = {} }: AssertionChanges = {},
): DocumentSignature {
  const authenticatorData = Buffer.concat([sha256(rpId), Buffer.from([flags, 0, 0, 0, 1])]);
  const challenge = sha256(documentSignaturePayload('application', payload)).toString('base64url');
  const clientData = Buffer.from(
    JSON.stringify({
      type: 'webauthn.get',
      challenge,
      origin: `https://${rpId}`,
      crossOrigin: false,
      ...client,
    }),
  );
  const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
  return { kid, signature, assertion: { authenticatorData, clientData } };
}

/** A document that all of these keys signed. */
export function signedBy(
  kind: DocumentKind,
  payload: Uint8Array,
  by: readonly (NamedKey | TestPasskey)[],
): Uint8Array {
  const signatures = by.map((key) =>
    key.public.kind === 'passkey'
      ? assertionOf(key as TestPasskey, payload)
      : signDocument(kind, payload, key),
  );
  return encodeSignedDocument({ payload, signatures });
}

/** Each byte string that differs from `bytes` in one bit. */
export function* flippedBits(bytes: Uint8Array): Generator<Uint8Array> {
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const flipped = new Uint8Array(bytes);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    yield flipped;
  }
}
