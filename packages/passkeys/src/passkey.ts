/**
 * What is kept of a passkey: the public half, and nothing secret. Source: W3C Web Authentication Level 3, section 4,
 * "Credential Record".
 */
export type Passkey = {
  /** base64url without padding, at most 1,023 bytes. */
  readonly credentialId: string;
  /** SubjectPublicKeyInfo, DER. */
  readonly publicKey: Uint8Array;
  readonly algorithm: Algorithm;
  /** How often it has signed, as it says. 0: it does not count, as most passkeys that are synchronized. */
  readonly signCount: number;
  /** Whether its provider keeps a copy, so that it survives the loss of a device. */
  readonly isBackedUp: boolean;
};

/** COSE: ES256 with P-256, EdDSA with Ed25519, and RS256 with at least 2,048 bits. */
export const algorithms = [-7, -8, -257] as const;
export type Algorithm = (typeof algorithms)[number];

/** The site that passkeys belong to. */
export type RelyingParty = {
  /** A domain without scheme or port. */
  readonly id: string;
  /** The origins of pages that may ask for its passkeys, each with scheme, and with port unless it is the default. */
  readonly origins: readonly string[];
};

/** Why a passkey's answer is refused. */
export type PasskeyRefusal =
  | 'malformed'
  | 'other-ceremony'
  | 'other-challenge'
  | 'other-origin'
  | 'other-relying-party'
  | 'other-credential'
  | 'user-not-verified'
  | 'algorithm-unsupported'
  | 'signature-invalid'
  | 'counter-not-grown';

export type Refused = { readonly ok: false; readonly refusal: PasskeyRefusal };

export function refused(refusal: PasskeyRefusal): Refused {
  return { ok: false, refusal };
}
