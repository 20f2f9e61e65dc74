import { AppError, type ErrorCode } from '@wallet-service/errors';
import type { TokenFault, TokenRefused } from '@wallet-service/jwt';

const codes: Readonly<Record<TokenFault, ErrorCode>> = {
  malformed: 'auth.token-invalid',
  type: 'auth.token-invalid',
  'not-yet-valid': 'auth.token-invalid',
  'key-unknown': 'auth.token-invalid',
  algorithm: 'auth.token-invalid',
  signature: 'auth.token-invalid',
  expired: 'auth.token-expired',
  lifetime: 'auth.token-lifetime-too-long',
  issuer: 'auth.token-provider-unknown',
  audience: 'auth.token-provider-unknown',
};

/**
 * Names the rule that the caller's token breaks, with what is expected. The rules are public. So are a provider's
 * issuer, audience and settings: every login page and token of it has them. So trying out forged tokens reveals no
 * secret. `reason` uses the same names as the signer's
 * refusals of tokens.
 */
export function tokenError({ fault, rule }: TokenRefused): AppError {
  return new AppError(codes[fault], `the token is refused: ${rule}`, {
    details: { reason: `token-${fault}` },
  });
}
