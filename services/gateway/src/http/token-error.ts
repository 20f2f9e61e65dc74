import { AppError, type ErrorCode } from '@wallet-service/errors';
import type { TokenFault, TokenRefused } from '@wallet-service/jwt';

const codes: Readonly<Record<TokenFault, ErrorCode>> = {
  malformed: 'auth.token-invalid',
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
 * Tells a caller which rule his token breaks. The rules are public and `rule` holds nothing of the token, so
 * who tries out forged tokens learns nothing that he could not read. `reason` has the names that the signer's
 * refusals of tokens have.
 */
export function tokenError({ fault, rule }: TokenRefused): AppError {
  return new AppError(codes[fault], `the token is refused: ${rule}`, {
    details: { reason: `token-${fault}` },
  });
}
