/** Why a token is refused. A closed, public list: callers may learn which rule their own token breaks. */
export type TokenFault =
  | 'malformed'
  | 'expired'
  | 'not-yet-valid'
  | 'lifetime'
  | 'issuer'
  | 'audience'
  | 'type'
  | 'key-unknown'
  | 'algorithm'
  | 'signature';

/**
 * `rule` names the rule and the remedy in a sentence of printable ASCII, of 1,000 characters at most. Of the token it
 * has only what names no user and is no secret: issuer, audiences, type, algorithm, key name and times, made safe by
 * `shown`. `issuer`, only with `key-unknown`: the
 * accepted provider whose keys were searched.
 */
export type TokenRefused = {
  readonly ok: false;
  readonly fault: TokenFault;
  readonly rule: string;
  readonly issuer?: string;
};

/** Thrown only inside this package. Its public functions return TokenRefused. */
export class TokenRuleBroken extends Error {
  readonly refused: TokenRefused;

  constructor(fault: TokenFault, rule: string, issuer?: string) {
    super(`${fault}: ${rule}`);
    this.refused = { ok: false, fault, rule, ...(issuer !== undefined && { issuer }) };
  }
}
