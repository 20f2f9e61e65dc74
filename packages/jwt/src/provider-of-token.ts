import {
  absentType,
  defaultTokenSettings,
  mediaTypeOf,
  type TokenSettings,
} from '@wallet-service/signer-protocol';
import type { UnverifiedToken } from './parse-token.js';
import { shown, shownAll } from './shown.js';
import { TokenRuleBroken } from './token-refusal.js';

/** What decides whether a token is for a provider, apart from its keys. */
export type NamedProvider = {
  readonly issuer: string;
  readonly audience: string;
  /** Absent: the default ones. */
  readonly tokenSettings?: TokenSettings | undefined;
};

/**
 * The providers that the token is for, at least one: by issuer, type and audience. Throws TokenRuleBroken, with what is
 * expected and what was found.
 */
export function providersOf<Provider extends NamedProvider>(
  token: Pick<UnverifiedToken, 'issuer' | 'type' | 'claims'>,
  providers: readonly Provider[],
): readonly Provider[] {
  const ofIssuer = providers.filter(({ issuer }) => issuer === token.issuer);
  if (ofIssuer.length === 0) throw new TokenRuleBroken('issuer', wrongIssuer(token.issuer, providers));
  const ofType = ofIssuer.filter((provider) => isOfType(token.type, settingsOf(provider)));
  if (ofType.length === 0) throw new TokenRuleBroken('type', wrongType(token.type, ofIssuer));
  const matching = ofType.filter((provider) => isFor(token.claims, provider));
  if (matching.length === 0) throw new TokenRuleBroken('audience', wrongAudience(token.claims, ofType));
  return matching;
}

/** The claim `aud` as a list. Undefined if it is absent. Throws TokenRuleBroken if it has another form. */
export function audiencesIn(claims: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  if (!Object.hasOwn(claims, 'aud')) return undefined;
  const { aud } = claims;
  const list: readonly unknown[] = Array.isArray(aud) ? aud : [aud];
  if (list.length > 0 && list.every((item) => typeof item === 'string' && item !== ''))
    return list as readonly string[];
  throw new TokenRuleBroken('malformed', 'claim aud must be text, or an array of texts that is not empty');
}

function isOfType(type: string | undefined, { tokenTypes }: TokenSettings): boolean {
  if (type === undefined) return tokenTypes.some((each) => mediaTypeOf(each) === absentType);
  const named = mediaTypeOf(type);
  return (
    named !== undefined && named !== absentType && tokenTypes.some((each) => mediaTypeOf(each) === named)
  );
}

/**
 * Who finds `aud` in a token and is not named there must refuse it (RFC 7519, 4.1.3). So another claim can stand in for
 * `aud`, and never overrules it: a resource server that was sent a token could bring it here otherwise.
 */
function isFor(claims: Readonly<Record<string, unknown>>, provider: NamedProvider): boolean {
  const { audienceClaim, audienceMatch } = settingsOf(provider);
  const audiences = audiencesIn(claims);
  const isAmong = (names: readonly unknown[]): boolean =>
    names.includes(provider.audience) && (audienceMatch === 'contains' || names.length === 1);
  if (audienceClaim === 'aud') return isAmong(audiences ?? []);
  return isAmong(namesIn(claims, audienceClaim)) && (audiences === undefined || isAmong(audiences));
}

function namesIn(claims: Readonly<Record<string, unknown>>, claim: string): readonly unknown[] {
  return Object.hasOwn(claims, claim) ? [claims[claim]] : [];
}

function settingsOf({ tokenSettings }: NamedProvider): TokenSettings {
  return tokenSettings ?? defaultTokenSettings;
}

function wrongIssuer(found: string, providers: readonly NamedProvider[]): string {
  const expected = [...new Set(providers.map(({ issuer }) => issuer))];
  const near = expected.some((issuer) => withoutSlash(issuer) === withoutSlash(found))
    ? '. They differ by a slash at the end'
    : '';
  return `claim iss is ${shown(found)}, and not ${listed(expected)}${near}. Every character counts`;
}

function withoutSlash(issuer: string): string {
  return issuer.endsWith('/') ? issuer.slice(0, -1) : issuer;
}

function wrongType(found: string | undefined, providers: readonly NamedProvider[]): string {
  const expected = [...new Set(providers.flatMap((provider) => settingsOf(provider).tokenTypes))];
  return `header typ is ${shown(found)}, and not ${listed(expected)} (token_types of the identity provider)`;
}

function wrongAudience(
  claims: Readonly<Record<string, unknown>>,
  providers: readonly NamedProvider[],
): string {
  const expected = providers.map((provider) => {
    const { audienceClaim, audienceMatch } = settingsOf(provider);
    return `${audienceClaim} ${audienceMatch === 'exact' ? 'exactly ' : ''}${shown(provider.audience)}`;
  });
  const audiences = audiencesIn(claims);
  const found = [
    `aud ${audiences ? shownAll(audiences) : 'absent'}`,
    ...['azp', 'client_id']
      .filter((claim) => Object.hasOwn(claims, claim))
      .map((claim) => `${claim} ${shown(claims[claim])}`),
  ];
  return (
    `claim aud or what stands in for it names another audience: expected ${listedPlain(expected)}; found ` +
    `${found.join(', ')}. ${remedyOf(audiences, providers)}`
  );
}

function remedyOf(audiences: readonly string[] | undefined, providers: readonly NamedProvider[]): string {
  const readsAud = providers.every((provider) => settingsOf(provider).audienceClaim === 'aud');
  if (audiences === undefined && readsAud)
    return 'Send a token with aud, or set audience_claim of the identity provider';
  if (audiences !== undefined && !readsAud)
    return 'Where a token has aud, it must name the audience too (RFC 7519)';
  return 'Send a token for this audience, or change audience of the identity provider';
}

function listed(values: readonly string[]): string {
  return values.length === 0 ? 'any of an identity provider: none is configured' : shownAll(values);
}

function listedPlain(values: readonly string[]): string {
  const first = values.slice(0, 5).join(' or ');
  return values.length > 5 ? `${first} or ${values.length - 5} more` : first;
}
