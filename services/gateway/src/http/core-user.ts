import { AppError } from '@wallet-service/errors';
import type { RequestContext } from '../clients/services.js';
import type { AuthenticatedApplication } from './authenticate-secret-key.js';
import type { UserVerification, VerifiedUser } from './verify-user.js';

/** `op`: for one operation, at most 5 minutes long. `auth`: who somebody is; the application's setting limits its life. */
export type CoreTokenUse = 'op' | 'auth';

export type CoreUsers = (
  application: AuthenticatedApplication,
  jwt: string,
  use: CoreTokenUse,
  context: RequestContext,
) => Promise<VerifiedUser>;

const longestOperationSeconds = 300;

/** Whose token it is, on the Core interface: there the token alone says which of the application's providers has issued it. */
export function createCoreUsers(verifyUser: UserVerification): CoreUsers {
  return async ({ application, providers }, jwt, use, context) => {
    const named = providerNamedBy(jwt, providers);
    if (!named) {
      throw new AppError('auth.token-invalid', 'the token is not valid for any provider of this application');
    }
    const longestLifetime = use === 'op' ? longestOperationSeconds : Infinity;
    return verifyUser({ apiKey: application.apiKey, providerId: named.id, jwt, longestLifetime }, context);
  };
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
