import type { server } from './api.ts';

/** A request that got no decision, as the API has it. */
export type RefusedRequest = Awaited<
  ReturnType<ReturnType<typeof server>['refusals']['list']>
>['data'][number];

const checks: Readonly<Record<string, string>> = {
  'token-malformed': 'It is not a signed JWT with the claims that are needed.',
  'token-expired': 'The token has expired (exp). The app must get a new one.',
  'token-not-yet-valid':
    'The token is not valid yet (iat, nbf). The clock of the identity provider may be wrong.',
  'token-lifetime': 'The token is valid for longer than the application allows (exp minus iat).',
  'token-issuer': 'The token is of another issuer (iss) than the identity provider of the request.',
  'token-audience': 'The token is for another audience (aud) than the identity provider has here.',
  'token-type': 'The token is of another type (typ) than the identity provider has here.',
  'token-key-unknown':
    'The key that the token names (kid) is not among those that the identity provider publishes.',
  'token-algorithm': 'The token is signed with an algorithm that is not taken (alg).',
  'token-signature': 'The signature of the token is wrong.',
};

const codes: Readonly<Record<string, string>> = {
  'auth.provider-invalid': 'The application has no such identity provider, or it is deleted.',
  'request.rate-limited': 'The application sent too many requests.',
  'wallet.not-found': 'The user has no such wallet.',
};

/** Why it was refused, in a sentence. */
export function whyRefused({
  code,
  reason,
  fields,
}: Pick<RefusedRequest, 'code' | 'reason' | 'fields'>): string {
  if (fields.length > 0) return `Not valid: ${fields.map((field) => field || 'the body').join(', ')}.`;
  return checks[reason ?? ''] ?? codes[code] ?? 'The error code says why.';
}
