import { AppError, invalidField } from '@wallet-service/errors';
import type { ReceivedRequestOf, WalletDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import { assertedEmail } from './asserted-email.js';

/** May one operation token be used for more than one thing? `observe` notes it, `single_payload` refuses it. */
export type JwtMode = 'observe' | 'single_payload';

type WireUser = NonNullable<ReceivedRequestOf<WalletDefinition['Sign']>['user']>;

/** The user as the gateway verified him. */
export function userOf(user: WireUser | null) {
  if (!user?.jwt) throw new AppError('request.malformed', 'the request names no user');
  const { applicationId, issuer, subject, jwt } = user;
  if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
  if (!issuer || !subject) throw invalidField('/user', 'must have an issuer and a subject');
  // Whatever is not plainly the lax mode is the strict one.
  const jwtMode: JwtMode = user.opJwtMode === 'observe' ? 'observe' : 'single_payload';
  return {
    owner: { applicationId, issuer, subject },
    jwt,
    jwtMode,
    provenEmail: user.assertsEmail ? assertedEmail(jwt) : undefined,
  };
}
