import type { DecidedRequest, Unreadable } from './request-seal.js';

/** Of the token that was used, as JSON. Empty: they are not known. */
export function decidedClaims(request: DecidedRequest | Unreadable): string {
  if (typeof request === 'string' || request.subject === '') return '';
  const { issuer, subject, claims } = request;
  const others = claims === '' ? {} : (JSON.parse(claims) as object);
  return JSON.stringify({ iss: issuer, sub: subject, ...others });
}
