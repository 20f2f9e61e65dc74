import { findProviders } from '@wallet-service/jwt';
import type { RequestContext } from '../clients/services.js';
import type { AuthenticatedApplication } from './authenticate-secret-key.js';
import { tokenError } from './token-error.js';
import { tokenSettingsOf } from './token-settings.js';
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
 * issued it. Nothing is trusted here: the provider's keys then verify the token, under all rules.
 */
export function createCoreUsers(verifyUser: UserVerification): CoreUsers {
  return async ({ applicationId, application, providers }, jwt, use, context) => {
    const named = providers.map(({ id, issuer, audience, tokenSettings }) => ({
      ...{ id, issuer, audience },
      tokenSettings: tokenSettingsOf(tokenSettings),
    }));
    const found = findProviders(jwt, named);
    if (!found.ok) {
      if (context.learned) context.learned.applicationId = applicationId;
      throw tokenError(found);
    }
    // Of several that it is for, one that may vouch for the e-mail address in it.
    const vouching = application.settings?.emailProviderIds ?? [];
    const provider = found.providers.find(({ id }) => vouching.includes(id)) ?? found.providers[0];
    const providerId = provider?.id ?? '';
    const longestLifetime = use === 'op' ? longestOperationSeconds : Infinity;
    return verifyUser(
      { apiKey: application.apiKey, providerId, token: found.token, longestLifetime },
      context,
    );
  };
}
