import { algorithms } from './passkey.js';

const timeoutMs = 300_000;

export type CreationOptions = {
  /** base64url. */
  readonly challenge: string;
  readonly relyingParty: { readonly id: string; readonly name: string };
  /** `id`: 1 to 64 bytes that say nothing of the person. */
  readonly user: { readonly id: Uint8Array; readonly name: string };
  /** Credential ids (base64url) that the person has already. */
  readonly existing: readonly string[];
};

/** PublicKeyCredentialCreationOptionsJSON (W3C Web Authentication Level 3, section 5.1.9). */
export function creationOptions({ challenge, relyingParty, user, existing }: CreationOptions) {
  return {
    rp: relyingParty,
    user: { id: Buffer.from(user.id).toString('base64url'), name: user.name, displayName: user.name },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: timeoutMs,
    excludeCredentials: existing.map((id) => ({ type: 'public-key', id })),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  };
}

/**
 * PublicKeyCredentialRequestOptionsJSON (section 5.1.10). `allowed` (base64url) empty: any passkey of this site.
 */
export function requestOptions(challenge: string, relyingPartyId: string, allowed: readonly string[] = []) {
  return {
    challenge,
    timeout: timeoutMs,
    rpId: relyingPartyId,
    allowCredentials: allowed.map((id) => ({ type: 'public-key', id })),
    userVerification: 'required',
  };
}
