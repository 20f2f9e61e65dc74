import { chains, type Chain } from '@wallet-service/addresses';
import { AppError } from '@wallet-service/errors';
import type { RequestContext } from '../clients/services.js';
import { requiredText } from './required-header.js';
import type { UserVerification, VerifiedUser } from './verify-user.js';

export type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A user of the Express interface. */
export type AuthenticatedUser = VerifiedUser & { readonly chain: Chain };

const maxKeyLength = 256;
const apiKeyHeader = 'X-Service-API-Key';

/** Authenticates the user on the Express interface, by API key, provider and user token. */
export function createUserAuthentication(verifyUser: UserVerification) {
  return async (headers: RequestHeaders, context: RequestContext): Promise<AuthenticatedUser> => {
    const apiKey = requiredText(headers, apiKeyHeader, 'auth.api-key-invalid', maxKeyLength);
    if (apiKey.startsWith('sk_')) throw secretKeyInTheWrongPlace();
    const providerId = requiredText(headers, 'X-OIDC-Provider-ID', 'auth.provider-invalid', maxKeyLength);
    const claim = { apiKey, providerId, token: bearerToken(headers), longestLifetime: Infinity };
    const user = await verifyUser(claim, context);
    return { ...user, chain: chainOf(headers) };
  };
}

/** API keys are public and are put into apps. So a secret key in this place has probably been shown to users. */
function secretKeyInTheWrongPlace(): AppError {
  const path = `header ${apiKeyHeader}`;
  const message = 'is a secret key. Send the API key, and replace the secret key if an app or a log has it';
  return new AppError('auth.api-key-invalid', `${path} ${message}`, { fields: [{ path, message }] });
}

/** The token of an Authorization header (RFC 6750, 2.1). */
export function bearerToken({ authorization }: RequestHeaders): string {
  const token = typeof authorization === 'string' ? /^Bearer +(\S.*)$/i.exec(authorization)?.[1] : undefined;
  if (token !== undefined) return token;
  throw new AppError('auth.token-missing', 'header Authorization: must be Bearer and the token of the user');
}

/** The chain that a request names. */
export function chainOf(headers: RequestHeaders): Chain {
  const chain = chains.find((name) => name === headers['x-service-chain']);
  if (chain !== undefined) return chain;
  const path = 'header X-Service-Chain';
  const message = `must be one of ${chains.join(', ')}`;
  throw new AppError('request.invalid', `${path} ${message}`, { fields: [{ path, message }] });
}
