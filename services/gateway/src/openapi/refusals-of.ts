import type { ErrorCode } from '@wallet-service/errors';
import type { Authentication, Route } from '../route.js';

const always: readonly ErrorCode[] = [
  'request.rate-limited',
  'internal',
  'service.unavailable',
  'service.overloaded',
  'service.deadline-exceeded',
];

const ofCredentials: Readonly<Record<Authentication, readonly ErrorCode[]>> = {
  user: [
    'request.invalid',
    'auth.api-key-invalid',
    'auth.provider-invalid',
    'auth.token-missing',
    'auth.token-invalid',
    'auth.token-expired',
  ],
  'secret-key': ['auth.secret-key-invalid'],
  operator: ['auth.operator-key-invalid'],
  none: [],
};

const ofBodies: readonly ErrorCode[] = [
  'request.malformed',
  'request.invalid',
  'request.too-large',
  'request.unsupported-media-type',
];

const ofIdempotency: readonly ErrorCode[] = ['request.idempotency-mismatch', 'request.idempotency-running'];

/** Every code that a row may answer with. */
export function refusalsOf(row: Route): readonly ErrorCode[] {
  return [
    ...new Set([
      ...always,
      ...ofCredentials[row.authentication],
      ...(row.body ? ofBodies : []),
      ...(row.params || row.query ? (['request.malformed', 'request.invalid'] as const) : []),
      ...(row.documentation?.headers?.includes('If-Match') ? (['request.revision-conflict'] as const) : []),
      ...(row.documentation?.headers?.includes('Idempotency-Key') ? ofIdempotency : []),
      ...(row.documentation?.refusals ?? []),
    ]),
  ];
}
