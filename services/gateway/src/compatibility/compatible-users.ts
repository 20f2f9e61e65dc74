import { AppError } from '@wallet-service/errors';
import type { RequestContext, Services } from '../clients/services.js';
import type { AuthenticatedApplication } from '../http/authenticate-secret-key.js';
import { bearerToken, chainOf, type RequestHeaders } from '../http/authenticate-user.js';
import type { CoreUsers } from '../http/core-user.js';
import type { Authenticators } from '../http/register-route.js';
import { requiredText } from '../http/required-header.js';

export type CompatibleUsersDeps = {
  readonly identity: Services['identity'];
  readonly authenticators: Authenticators;
  readonly coreUsers: CoreUsers;
};

const maxKeyLength = 256;

/**
 * Authenticates users as `authenticators` does. In addition a secret key may name the application, and the token alone
 * its provider, as on Core. The secret key must be valid, and gives the request no more than the API key does: its
 * grants are dropped.
 */
export function compatibleUsers(deps: CompatibleUsersDeps): Authenticators['user'] {
  const { authenticators, coreUsers } = deps;
  return async (headers, context) => {
    const shown = await applicationOfSecretKey(deps, headers, context);
    const apiKey = shown?.application.apiKey;
    const asked = apiKey === undefined ? headers : { ...headers, 'x-service-api-key': apiKey };
    if (headers['x-oidc-provider-id'] !== undefined) return authenticators.user(asked, context);
    const named = shown ?? (await applicationOfApiKey(deps, headers, context));
    const user = await coreUsers(named, bearerToken(headers), 'auth', context);
    return { caller: { ...user, chain: chainOf(headers) } };
  };
}

async function applicationOfSecretKey(
  { authenticators }: CompatibleUsersDeps,
  headers: RequestHeaders,
  context: RequestContext,
): Promise<AuthenticatedApplication | undefined> {
  if (headers['x-service-secret-key'] === undefined) return undefined;
  const { caller } = await authenticators['secret-key'](headers, context);
  const { 'x-service-api-key': apiKey = caller.application.apiKey } = headers;
  if (apiKey === caller.application.apiKey) return caller;
  const path = 'header X-Service-API-Key';
  const message = 'is not of the application of the secret key: send one of them';
  throw new AppError('auth.api-key-invalid', `${path} ${message}`, { fields: [{ path, message }] });
}

async function applicationOfApiKey(
  { identity }: CompatibleUsersDeps,
  headers: RequestHeaders,
  context: RequestContext,
): Promise<AuthenticatedApplication> {
  const apiKey = requiredText(headers, 'X-Service-API-Key', 'auth.api-key-invalid', maxKeyLength);
  const { application, providers } = await identity('FindProviders', { apiKey }, context);
  if (!application) throw new Error('the answer of FindProviders lacks its application');
  return { applicationId: application.id, application: { ...application, apiKey }, providers };
}
