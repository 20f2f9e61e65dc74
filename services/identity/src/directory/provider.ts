import { readOutgoingUrl, type OutgoingUrlRules } from '@wallet-service/egress';
import { AppError, invalidField, type FieldError } from '@wallet-service/errors';
import { hiddenCharacters, type KeySource, type TokenSettings } from '@wallet-service/signer-protocol';

/** An identity provider of one application. */
export type Provider = {
  readonly id: string;
  readonly applicationId: string;
  /** Compared with `iss` byte for byte (OpenID Connect Core 2, 3.1.3.7). */
  readonly issuer: string;
  /** Compared byte for byte with what `tokenSettings` says. */
  readonly audience: string;
  /** Where witnesses found the keys last, if they are discovered. Then it may be empty. */
  readonly jwksUri: string;
  /** Its keys are found by OIDC discovery at the issuer. */
  readonly discovered: boolean;
  /** Absent: the default ones. */
  readonly tokenSettings?: TokenSettings;
};

/** Bounds what one application can make the service fetch and hold. */
export const maxProvidersPerApplication = 50;

const maxTextLength = 512;

/**
 * An issuer or an audience is a StringOrURI (RFC 7519 section 2) and not always an https URL: some providers
 * use a bare name. So any text of 1 to 512 characters is accepted unchanged, except what can only be a
 * mistake or a deception: invisible characters (control, line separators, bidi marks, zero width) and spaces
 * at an end.
 */
export function checkIssuerAndAudience(issuer: string, audience: string): void {
  const problems: FieldError[] = [];
  for (const [path, text] of [
    ['/issuer', issuer],
    ['/audience', audience],
  ] as const) {
    if (text.length < 1 || text.length > maxTextLength) {
      problems.push({ path, message: `must be 1 to ${maxTextLength} characters` });
    } else if (hiddenCharacters.test(text) || text.trim() !== text) {
      problems.push({
        path,
        message:
          'must be text without control, line-separating or invisible characters, and without spaces at its ends',
      });
    }
  }
  const [first] = problems;
  if (first) throw new AppError('request.invalid', `${first.path}: ${first.message}`, { fields: problems });
}

export function keySourceOf({ jwksUri, discovered }: Pick<Provider, 'jwksUri' | 'discovered'>): KeySource {
  return discovered ? 'discovery' : { jwksUri };
}

/** Throws `request.invalid` if nothing may be fetched from there. */
export function checkKeySource(
  { issuer, jwksUri, discovered }: Pick<Provider, 'issuer' | 'jwksUri' | 'discovered'>,
  rules: OutgoingUrlRules,
): void {
  if (!discovered) {
    const reading = readOutgoingUrl(jwksUri, rules);
    if (!reading.ok) throw invalidField('/jwks_uri', reading.problem);
    return;
  }
  const reading = readOutgoingUrl(issuer, rules);
  const problem = reading.ok
    ? reading.url.search === ''
      ? undefined
      : 'must not contain a query'
    : reading.problem;
  if (problem !== undefined)
    throw invalidField(
      '/jwks_uri',
      `is needed, because the keys of this issuer can't be found by OIDC discovery: the issuer ${problem}`,
    );
}
