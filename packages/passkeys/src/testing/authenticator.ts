import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type { Algorithm } from '../passkey.js';
import { attestationObject, coseKey } from './cose.js';

/** What an authenticator does wrong, for tests. */
export type Misbehaviour = {
  readonly origin?: string;
  readonly relyingPartyId?: string;
  readonly challenge?: string;
  readonly crossOrigin?: boolean;
  readonly topOrigin?: string;
  /** Flags of the authenticator's data. */
  readonly flags?: number;
  readonly signCount?: number;
};

export type AuthenticatorOptions = {
  readonly origin: string;
  readonly algorithm?: Algorithm;
  /** Whether it counts its signatures. */
  readonly counts?: boolean;
};

type Creation = { readonly challenge: string; readonly rp: { readonly id: string } };
type Request = { readonly challenge: string; readonly rpId: string };

const present = 1 | 4;
const synchronized = 8 | 16;
const withCredential = 64;

/** An authenticator in memory that holds one passkey. Its answers are the JSON of a browser. */
export function createAuthenticator({ origin, algorithm = -7, counts = false }: AuthenticatorOptions) {
  const { publicKey, privateKey } = keyPair(algorithm);
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  const ownFlags = counts ? present : present | synchronized;
  let count = 0;

  const clientData = (type: string, challenge: string, wrong: Misbehaviour): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: wrong.crossOrigin ?? false,
        ...(wrong.topOrigin !== undefined && { topOrigin: wrong.topOrigin }),
      }),
    );

  const fixedPart = (rpId: string, flags: number, wrong: Misbehaviour): Buffer => {
    if (counts) count += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.signCount ?? count);
    const hash = createHash('sha256')
      .update(wrong.relyingPartyId ?? rpId)
      .digest();
    return Buffer.concat([hash, Buffer.of(wrong.flags ?? flags), counter]);
  };

  const answer = (response: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({
      id,
      rawId: id,
      type: 'public-key',
      authenticatorAttachment: 'platform',
      clientExtensionResults: {},
      response,
    });

  return {
    credentialId: id,

    /** RegistrationResponseJSON. */
    create(options: Creation, wrong: Misbehaviour = {}): string {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const authenticatorData = Buffer.concat([
        fixedPart(options.rp.id, ownFlags | withCredential, wrong),
        Buffer.alloc(16),
        length,
        credentialId,
        coseKey(publicKey, algorithm),
      ]);
      return answer({
        clientDataJSON: text(clientData('webauthn.create', options.challenge, wrong)),
        authenticatorData: text(authenticatorData),
        attestationObject: text(attestationObject(authenticatorData)),
        publicKey: text(publicKey.export({ type: 'spki', format: 'der' })),
        publicKeyAlgorithm: algorithm,
        transports: ['internal'],
      });
    },

    /** AuthenticationResponseJSON. */
    get(options: Request, wrong: Misbehaviour = {}): string {
      const client = clientData('webauthn.get', options.challenge, wrong);
      const authenticatorData = fixedPart(options.rpId, ownFlags, wrong);
      const signed = Buffer.concat([authenticatorData, createHash('sha256').update(client).digest()]);
      return answer({
        clientDataJSON: text(client),
        authenticatorData: text(authenticatorData),
        signature: text(sign(algorithm === -8 ? null : 'sha256', signed, privateKey)),
      });
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;

function text(bytes: Buffer): string {
  return bytes.toString('base64url');
}

function keyPair(algorithm: Algorithm): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  switch (algorithm) {
    case -7:
      return generateKeyPairSync('ec', { namedCurve: 'P-256' });
    case -8:
      return generateKeyPairSync('ed25519');
    case -257:
      return generateKeyPairSync('rsa', { modulusLength: 2_048 });
  }
}
