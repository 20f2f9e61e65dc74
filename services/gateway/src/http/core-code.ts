import type { ErrorCode } from '@wallet-service/errors';

/** Codes whose Core name is not just their name in upper case. */
const named: Readonly<Record<string, string>> = {
  'request.invalid': 'INVALID_REQUEST_FIELDS',
  'request.malformed': 'MALFORMED_REQUEST',
  'request.rate-limited': 'RATE_LIMITED',
  'request.version-retired': 'VERSION_RETIRED',
  'wallet.access-key-invalid': 'INVALID_ACCESS_KEY',
  'auth.secret-key-invalid': 'INVALID_SECRET_KEY',
  'auth.secret-key-expired': 'SECRET_KEY_EXPIRED',
  'auth.scope-missing': 'SCOPE_MISSING',
  'auth.token-invalid': 'INVALID_TOKEN',
  'auth.token-expired': 'TOKEN_EXPIRED',
  'auth.token-lifetime-too-long': 'TOKEN_LIFETIME_TOO_LONG',
  'auth.token-provider-unknown': 'TOKEN_PROVIDER_UNKNOWN',
  internal: 'INTERNAL_ERROR',
} satisfies Partial<Record<ErrorCode, string>>;

/** The name of a code on the Core interface: `wallet.not-found` is WALLET_NOT_FOUND there. */
export function coreCode(code: string): string {
  return named[code] ?? code.toUpperCase().replaceAll(/[.-]/g, '_');
}
