/** Why a token is not believed. Closed, and public: a caller may learn which rule its own token breaks. */
export type TokenFault =
  | 'malformed'
  | 'expired'
  | 'not-yet-valid'
  | 'lifetime'
  | 'issuer'
  | 'audience'
  | 'key-unknown'
  | 'algorithm'
  | 'signature';

/** `rule` says which rule in a few words; it never contains anything of the token. */
export type TokenRefused = { readonly ok: false; readonly fault: TokenFault; readonly rule: string };

/** Thrown inside this package only; its public functions return TokenRefused. */
export class TokenRuleBroken extends Error {
  readonly refused: TokenRefused;

  constructor(fault: TokenFault, rule: string) {
    super(`${fault}: ${rule}`);
    this.refused = { ok: false, fault, rule };
  }
}
