import type { Renewal } from './call.js';
import { fromBase64 } from './encoding.js';
import { clientError, type StepUpChallenge } from './error.js';

export type UserToken =
  | string
  /** Asked for each request. `refresh`: the service says that the last one has expired, so give a new one. */
  | ((wanted: { readonly refresh: boolean }) => string | Promise<string>);

/**
 * Logs the user in again so that the new token meets the challenge, and gives that token (RFC 9470). The call then goes
 * on with it. It may take as long as the user needs. Each refused call asks for itself, also when several are under
 * way.
 */
export type OnStepUp = (challenge: StepUpChallenge) => string | Promise<string>;

/** The token of a request. After a refusal another one, or undefined if there is none. */
export async function tokenFor(
  token: UserToken,
  onStepUp?: OnStepUp,
  renewal?: Renewal,
): Promise<string | undefined> {
  const challenge = renewal?.refused.challenge;
  if (renewal && challenge)
    return onStepUp === undefined ? undefined : renewal.untimed(async () => onStepUp(challenge));
  if (typeof token === 'string') return renewal ? undefined : token;
  return token({ refresh: renewal !== undefined });
}

/** Whose token it is. Nothing is verified here: the signer does that. */
export function ownerOf(token: string): { readonly issuer: string; readonly subject: string } {
  try {
    const [, payload = ''] = token.split('.');
    const claims = JSON.parse(new TextDecoder().decode(fromBase64(payload))) as Record<string, unknown>;
    const { iss: issuer, sub: subject } = claims;
    if (typeof issuer === 'string' && typeof subject === 'string') return { issuer, subject };
  } catch {
    // The error below says it.
  }
  throw clientError(
    'client.request-invalid',
    'the token is not a JWT with the claims iss and sub: give the user’s ID token or JWT access token',
  );
}
