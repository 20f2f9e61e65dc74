/** Why a token is refused. A closed, public list: callers may learn which rule their own token breaks. */
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

/** `rule` names the rule in a few words. It never contains anything of the token. */
export type TokenRefused = { readonly ok: false; readonly fault: TokenFault; readonly rule: string };

/** Thrown only inside this package. Its public functions return TokenRefused. */
export class TokenRuleBroken extends Error {
  readonly refused: TokenRefused;

  constructor(fault: TokenFault, rule: string) {
    super(`${fault}: ${rule}`);
    this.refused = { ok: false, fault, rule };
  }
}
