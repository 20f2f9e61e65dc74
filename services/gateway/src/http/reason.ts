import { AppError } from '@wallet-service/errors';
import type { Route } from '../route.js';

const header = 'header X-Reason';
const mostCharacters = 500;
const longestEncoded = 6_000;
const shown = new RegExp(`^[^\\p{Cc}\\p{Cs}]{1,${mostCharacters}}$`, 'u');

/** Whether the journal shows why a request to this route was made. */
export function takesReason({
  authentication,
  rateClass,
  method,
  scope,
}: Pick<Route, 'authentication' | 'rateClass' | 'method' | 'scope'>): boolean {
  const isManaging = rateClass === 'management' && ['secret-key', 'operator'].includes(authentication);
  return isManaging && method !== 'GET' && scope !== 'read' && scope !== 'lookup';
}

/**
 * Why the caller makes a change, in their words: at most 500 characters, as UTF-8 in percent-encoding (RFC 3986),
 * because a header has ASCII alone. Undefined without the header. Throws `request.invalid`.
 */
export function reasonOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | undefined {
  const given = headers['x-reason'];
  if (given === undefined) return undefined;
  const reason = typeof given === 'string' && given.length <= longestEncoded ? decoded(given) : undefined;
  if (reason !== undefined && shown.test(reason)) return reason;
  const message = `must be text of 1 to ${mostCharacters} characters, percent-encoded as UTF-8 where it is not ASCII`;
  throw new AppError('request.invalid', `${header} ${message}`, { fields: [{ path: header, message }] });
}

function decoded(text: string): string | undefined {
  try {
    return /^[\x20-\x7e]+$/.test(text) ? decodeURIComponent(text).trim() : undefined;
  } catch {
    return undefined;
  }
}
