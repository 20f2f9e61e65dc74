import { AppError, invalidField } from '@wallet-service/errors';
import type { ReceivedRequestOf, WalletDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import { assertedEmail } from './asserted-email.js';

/**
 * Whether one operation token may be used for more than one thing. `observe` records it, `single_payload`
 * refuses it.
 */
export type JwtMode = 'observe' | 'single_payload';

type WireUser = NonNullable<ReceivedRequestOf<WalletDefinition['Sign']>['user']>;

/** The user as the gateway verified them. */
export function userOf(user: WireUser | null) {
  if (!user?.jwt) throw new AppError('request.malformed', 'the request names no user');
  const { applicationId, issuer, subject, jwt } = user;
  if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
  if (!issuer || !subject) throw invalidField('/user', 'must have an issuer and a subject');
  const statedEmail = assertedEmail(jwt, issuer);
  // Anything other than `observe` is treated as `single_payload`.
  const jwtMode: JwtMode = user.opJwtMode === 'observe' ? 'observe' : 'single_payload';
  return {
    owner: { applicationId, issuer, subject },
    jwt,
    jwtMode,
    /** The normalised address that the token states as verified, whether or not its provider is trusted to. */
    statedEmail,
    provenEmail: user.assertsEmail ? statedEmail : undefined,
  };
}
