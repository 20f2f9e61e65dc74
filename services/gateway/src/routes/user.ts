import type { RequestOf, WalletDefinition } from '@wallet-service/grpc';
import type { AuthenticatedUser } from '../http/authenticate-user.js';

type User = NonNullable<RequestOf<WalletDefinition['Sign']>['user']>;

/** The user as the wallet service is told of him. */
export function userOf({ applicationId, providerId, opJwtMode, jwt, token }: AuthenticatedUser): User {
  const { issuer, subject } = token;
  return { applicationId, providerId, issuer, subject, jwt, opJwtMode };
}
