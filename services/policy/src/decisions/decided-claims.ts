import type { DecidedRequest, Unreadable } from './request-seal.js';

/** Of the token that was used, as JSON. Empty: they are not known. */
export function decidedClaims(request: DecidedRequest | Unreadable): string {
  if (typeof request === 'string' || request.subject === '') return '';
  const { issuer, subject, claims } = request;
  const others = Object.entries(othersIn(claims)).filter(([name]) => name !== 'iss' && name !== 'sub');
  return JSON.stringify({ iss: issuer, sub: subject, ...Object.fromEntries(others) });
}

/** The wallet service sent them, and nobody has looked at them since. */
function othersIn(claims: string): object {
  try {
    const others: unknown = JSON.parse(claims);
    return typeof others === 'object' && others !== null && !Array.isArray(others) ? others : {};
  } catch {
    return {};
  }
}
