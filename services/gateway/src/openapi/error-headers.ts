import type { ErrorCode } from '@wallet-service/errors';
import type { Json } from './schema-references.js';

const text = (description: string, required: boolean): Json => ({
  description,
  ...(required && { required }),
  schema: { type: 'string' },
});
const retryAfter = (when: string, required: boolean): Json => ({
  ...text(`Seconds to wait ${when} (RFC 9110, 10.2.3).`, required),
  schema: { type: 'string', pattern: '^[0-9]+$' },
});

const byStatus: Readonly<Record<number, Json>> = {
  401: {
    'www-authenticate': text(
      'The accepted credentials (RFC 9110, 11.6.1; for tokens RFC 6750, for a second factor RFC 9470).',
      true,
    ),
  },
  409: { 'retry-after': retryAfter('when the first request is still running', false) },
  410: {
    link: text('The path that replaces it, as `successor-version` (RFC 5829).', true),
    deprecation: text('Before the retirement: since when it is deprecated (RFC 9745).', false),
    sunset: text('Before the retirement: when it ends (RFC 8594).', false),
  },
  429: { 'retry-after': retryAfter('until the next request is allowed', true) },
  503: { 'retry-after': retryAfter('before trying again', true) },
};

const untilApproved = {
  'retry-after': retryAfter('before the same request is sent again, while owners have not approved', false),
};

/** The headers of an error with this status and one of these codes, in addition to those of every answer. */
export function errorHeaders(status: number, codes: readonly ErrorCode[]): Json {
  return { ...byStatus[status], ...(codes.includes('policy.approval-required') && untilApproved) };
}
