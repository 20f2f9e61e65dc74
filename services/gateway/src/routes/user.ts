import type { RequestOf, WalletDefinition } from '@wallet-service/grpc';
import type { VerifiedUser } from '../http/verify-user.js';

type User = NonNullable<RequestOf<WalletDefinition['Sign']>['user']>;

/** The user in the form that the wallet service takes. */
export function userOf({ token, ...user }: VerifiedUser): User {
  const { applicationId, providerId, opJwtMode, assertsEmail, jwt } = user;
  const { issuer, subject } = token;
  return { applicationId, providerId, issuer, subject, jwt, opJwtMode, assertsEmail };
}
