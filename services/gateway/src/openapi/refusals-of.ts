import type { ErrorCode } from '@wallet-service/errors';
import type { Authentication, Route } from '../route.js';

const always: readonly ErrorCode[] = [
  // A header that is given twice, or an unknown query parameter.
  'request.malformed',
  'request.invalid',
  'request.rate-limited',
  'internal',
  'service.unavailable',
  'service.overloaded',
  'service.deadline-exceeded',
];

const ofPeople = ['auth.session-invalid', 'auth.not-a-member', 'auth.step-up-required'] as const;

const ofCredentials: Readonly<Record<Authentication, readonly ErrorCode[]>> = {
  user: [
    'request.origin-not-allowed',
    'auth.api-key-invalid',
    'auth.provider-invalid',
    'auth.token-missing',
    'auth.token-invalid',
    'auth.token-expired',
    'auth.token-lifetime-too-long',
    'auth.token-provider-unknown',
  ],
  'secret-key': [
    'auth.secret-key-invalid',
    'auth.secret-key-expired',
    'auth.scope-missing',
    'auth.approval-required',
    ...ofPeople,
  ],
  operator: ['auth.operator-key-invalid', 'auth.scope-missing', ...ofPeople],
  session: ['auth.session-invalid', 'people.disabled'],
  none: [],
};

const ofBodies: readonly ErrorCode[] = ['request.too-large', 'request.unsupported-media-type'];

const ofIdempotency: readonly ErrorCode[] = [
  'request.idempotency-mismatch',
  'request.idempotency-running',
  'request.idempotency-answer-sealed',
  'request.idempotency-answer-outdated',
];

/** Every code that a route may answer with. */
export function refusalsOf(row: Route): readonly ErrorCode[] {
  return [
    ...new Set([
      ...always,
      ...ofCredentials[row.authentication],
      ...(row.body ? ofBodies : []),
      ...(row.documentation?.headers?.includes('If-Match') ? (['request.revision-conflict'] as const) : []),
      ...(row.documentation?.headers?.includes('Idempotency-Key') ? ofIdempotency : []),
      ...(row.documentation?.refusals ?? []),
    ]),
  ];
}
