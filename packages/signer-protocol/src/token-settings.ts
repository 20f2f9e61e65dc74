export const audienceMatches = ['contains', 'exact'] as const;
export const audienceClaims = ['aud', 'azp', 'client_id'] as const;

/** Which tokens of its issuer a provider takes. Signers, the gateway and identity share these settings. */
export type TokenSettings = {
  /** `contains`: the audience is one of those that the token names (RFC 7519, 4.1.3). `exact`: it is the only one. */
  readonly audienceMatch: (typeof audienceMatches)[number];
  /** The claim that must name the audience. If it is another one, `aud` must name it too, unless it is absent. */
  readonly audienceClaim: (typeof audienceClaims)[number];
  /** Values of the header `typ`, as in RFC 7515, 4.1.9. `absent` stands for a token without one. */
  readonly tokenTypes: readonly string[];
};

export const absentType = 'absent';
export const defaultTokenSettings: TokenSettings = {
  audienceMatch: 'contains',
  audienceClaim: 'aud',
  tokenTypes: [absentType, 'JWT', 'at+jwt', 'id_token+jwt'],
};
export const maxTokenTypes = 8;

/** Issuers sign these for other purposes. None of them says that its subject is asking for something now. */
const neverLogins = ['logout+jwt', 'secevent+jwt', 'token-introspection+jwt', 'dpop+jwt'];

/**
 * The media type that a `typ` names, in lower case and without `application/` (RFC 7515, 4.1.9). Undefined if it names
 * none. Only ASCII, because other letters have lower-case forms in ASCII.
 */
export function mediaTypeOf(typ: string): string | undefined {
  const match = /^(?:application\/)?([a-z0-9][a-z0-9!#$&^_.+-]{0,63})$/i.exec(typ);
  return match?.[1]?.toLowerCase();
}

/** Why these can't be the token types of a provider. Undefined if they can. */
export function problemOfTokenTypes(types: readonly string[]): string | undefined {
  if (types.length < 1 || types.length > maxTokenTypes) return `must be 1 to ${maxTokenTypes} types`;
  const named = types.map(mediaTypeOf);
  if (named.includes(undefined))
    return "must be media types such as JWT or at+jwt, or 'absent' for tokens without the header typ";
  if (new Set(named).size !== named.length) return 'must not name a type twice';
  const refused = neverLogins.find((type) => named.includes(type));
  return refused && `must not have ${refused}: such a token is no proof of a login`;
}

/** Absent where a provider has the default settings, so that its documents and rows keep their bytes. */
export function unlessDefault(settings: TokenSettings): { readonly tokenSettings?: TokenSettings } {
  return isDefault(settings) ? {} : { tokenSettings: settings };
}

export function isSameTokenSettings(
  left: TokenSettings = defaultTokenSettings,
  right: TokenSettings = defaultTokenSettings,
): boolean {
  return (
    left.audienceMatch === right.audienceMatch &&
    left.audienceClaim === right.audienceClaim &&
    namesOf(left) === namesOf(right)
  );
}

function isDefault(settings: TokenSettings): boolean {
  return isSameTokenSettings(settings, defaultTokenSettings);
}

function namesOf({ tokenTypes }: TokenSettings): string {
  return tokenTypes.map(mediaTypeOf).sort().join();
}
