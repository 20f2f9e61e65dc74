import { AppError } from '@wallet-service/errors';
import { verifyUserToken } from '@wallet-service/jwt';
import type { RequestContext } from '../clients/services.js';
import type { AuthenticatedApplication } from './authenticate-secret-key.js';
import { tokenError } from './token-error.js';
import type { UserVerification, VerifiedUser } from './verify-user.js';

/**
 * `op`: a token for one operation, valid for at most 5 minutes. `auth`: a token that identifies the user. The
 * application's setting limits its lifetime.
 */
export type CoreTokenUse = 'op' | 'auth';

export type CoreUsers = (
  application: AuthenticatedApplication,
  jwt: string,
  use: CoreTokenUse,
  context: RequestContext,
) => Promise<VerifiedUser>;

const longestOperationSeconds = 300;

/**
 * Authenticates the user on the Core interface. The token alone tells which of the application's providers
 * issued it.
 */
export function createCoreUsers(verifyUser: UserVerification): CoreUsers {
  return async ({ application, providers }, jwt, use, context) => {
    const named = providerNamedBy(jwt, providers);
    if (!named) throw await refusalOf(jwt, providers);
    const longestLifetime = use === 'op' ? longestOperationSeconds : Infinity;
    return verifyUser({ apiKey: application.apiKey, providerId: named.id, jwt, longestLifetime }, context);
  };
}

/**
 * The rule that a token breaks if it matches no provider of the application: about its form, its issuer or
 * its audience.
 */
async function refusalOf(jwt: string, providers: readonly NamedProvider[]): Promise<AppError> {
  const withoutKeys = providers.map(({ issuer, audience }) => ({ issuer, audience, keys: new Map() }));
  const result = await verifyUserToken(jwt, withoutKeys, { now: 0, maxLifetimeSeconds: 0 });
  if (result.ok) throw new AppError('internal', 'a token was verified without a key');
  return tokenError(result);
}

type NamedProvider = { readonly id: string; readonly issuer: string; readonly audience: string };

/** Trusts nothing here. It only chooses the provider whose keys verify the token. Then all rules apply. */
function providerNamedBy(jwt: string, providers: readonly NamedProvider[]): NamedProvider | undefined {
  let claims: unknown;
  try {
    claims = JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
  } catch {
    return undefined;
  }
  if (typeof claims !== 'object' || claims === null) return undefined;
  const { iss, aud } = claims as Readonly<Record<string, unknown>>;
  const audience: unknown = Array.isArray(aud) ? aud[0] : aud;
  return providers.find((provider) => provider.issuer === iss && provider.audience === audience);
}
