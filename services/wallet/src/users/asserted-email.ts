import { isEmailVerified, normalizeEmail } from '@wallet-service/signer-protocol';

/**
 * The normalised e-mail address that a token proves: it has `email`, and `email_verified` as its issuer
 * sends it. The gateway has verified the token, and the signer will. Here it is only read, to know whether there
 * is anything to claim.
 */
export function assertedEmail(jwt: string, issuer: string): string | undefined {
  try {
    const claims = JSON.parse(Buffer.from(jwt.split('.', 2)[1] ?? '', 'base64url').toString('utf8')) as {
      email?: unknown;
      email_verified?: unknown;
    } | null;
    if (!isEmailVerified(issuer, claims?.email_verified) || typeof claims?.email !== 'string')
      return undefined;
    return normalizeEmail(claims.email);
  } catch {
    // Not a token. The signer will refuse it.
    return undefined;
  }
}
