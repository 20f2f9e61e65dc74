import type { ErrorOnTheWire } from '@wallet-service/errors';

/**
 * The value of WWW-Authenticate for a 401 (RFC 9110, 11.6.1): RFC 6750 for tokens, RFC 9470 for a missing
 * second factor.
 */
export function challengeFor({ code, message, details }: ErrorOnTheWire): string {
  const description = message.replace(/["\\]|[^\x20-\x7e]/g, "'");
  switch (code) {
    case 'auth.token-missing':
      return 'Bearer';
    case 'auth.mfa-required':
      return [
        'Bearer error="insufficient_user_authentication"',
        `error_description="${description}"`,
        ...textParameter('acr_values', spaced(details?.['acr_values'])),
        ...numberParameter('max_age', details?.['max_age']),
      ].join(', ');
    case 'auth.token-invalid':
    case 'auth.token-expired':
    case 'auth.token-lifetime-too-long':
    case 'auth.token-provider-unknown':
      return `Bearer error="invalid_token", error_description="${description}"`;
    case 'auth.secret-key-invalid':
    case 'auth.secret-key-expired':
      return 'ApiKey header="X-Service-Secret-Key"';
    case 'auth.session-invalid':
      return 'ApiKey header="X-Service-Session"';
    case 'auth.operator-key-invalid':
      return 'ApiKey header="X-Service-Operator-Key"';
    case 'auth.api-key-invalid':
      return 'ApiKey header="X-Service-API-Key"';
    default:
      return 'Bearer';
  }
}

/** RFC 9470, section 3: in order of preference, separated by spaces. */
function spaced(values: unknown): unknown {
  return Array.isArray(values) ? values.join(' ') : values;
}

function textParameter(name: string, value: unknown): string[] {
  return typeof value === 'string' && /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/.test(value)
    ? [`${name}="${value}"`]
    : [];
}

function numberParameter(name: string, value: unknown): string[] {
  return typeof value === 'number' && Number.isSafeInteger(value) ? [`${name}=${value}`] : [];
}
