import type { ErrorKind } from '@wallet-service/errors';

/** The only mapping of failures to HTTP (RFC 9110; 428 and 431: RFC 6585). */
export const statusOfKind: Readonly<Record<ErrorKind, number>> = {
  malformed: 400,
  invalid: 422,
  unauthenticated: 401,
  denied: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  'too-slow': 408,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  'rate-limited': 429,
  'headers-too-large': 431,
  internal: 500,
  unavailable: 503,
  timeout: 504,
};
