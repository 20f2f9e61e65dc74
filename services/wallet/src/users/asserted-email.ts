import { isEmailVerified, normalizeEmail } from '@wallet-service/signer-protocol';
import { tokenPayload } from './token-payload.js';

/**
 * The normalised e-mail address that a token proves: it has `email`, and `email_verified` as its issuer
 * sends it. The gateway has verified the token, and the signer will. Here it is only read, to know whether there
 * is anything to claim.
 */
export function assertedEmail(jwt: string, issuer: string): string | undefined {
  const { email, email_verified: isVerified } = tokenPayload(jwt);
  return isEmailVerified(issuer, isVerified) && typeof email === 'string' ? normalizeEmail(email) : undefined;
}
