import { AppError } from '@wallet-service/errors';
import { verifyUserToken } from '@wallet-service/jwt';
import type { RequestContext } from '../clients/services.js';
import type { AuthenticatedApplication } from './authenticate-secret-key.js';
import { tokenError } from './token-error.js';
import type { UserVerification, VerifiedUser } from './verify-user.js';

/**
 * `op`: for one operation, at most 5 minutes long. `auth`: who somebody is; the application's setting limits its life.
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
 * Whose token it is, on the Core interface: there the token alone says which of the application's providers
 * has issued it.
 */
export function createCoreUsers(verifyUser: UserVerification): CoreUsers {
  return async ({ application, providers }, jwt, use, context) => {
    const named = providerNamedBy(jwt, providers);
    if (!named) throw await refusalOf(jwt, providers);
    const longestLifetime = use === 'op' ? longestOperationSeconds : Infinity;
    return verifyUser({ apiKey: application.apiKey, providerId: named.id, jwt, longestLifetime }, context);
  };
}

/** Which rule a token breaks that names no provider of the application: one of form, or of whom and for whom it is. */
async function refusalOf(jwt: string, providers: readonly NamedProvider[]): Promise<AppError> {
  const withoutKeys = providers.map(({ issuer, audience }) => ({ issuer, audience, keys: new Map() }));
  const result = await verifyUserToken(jwt, withoutKeys, { now: 0, maxLifetimeSeconds: 0 });
  if (result.ok) throw new AppError('internal', 'a token was believed without a key');
  return tokenError(result);
}

type NamedProvider = { readonly id: string; readonly issuer: string; readonly audience: string };

/** Believes nothing: it only chooses whose keys the token has to be verified with, and then all rules apply. */
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
