import { ErrorWithHeaders } from './error-with-headers.js';

export function methodNotAllowed(allowed: readonly string[]): ErrorWithHeaders {
  const allow = allowed.join(', ');
  return new ErrorWithHeaders('request.method-not-allowed', `the methods of this path are ${allow}`, {
    allow,
  });
}
