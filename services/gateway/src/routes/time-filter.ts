import Type from 'typebox';

const unixSeconds = '^(0|[1-9][0-9]{0,10})$';

/** `what` happened at or after this time. */
export const since = (what: string) =>
  Type.String({
    pattern: unixSeconds,
    description: `${what} at or after; Unix seconds`,
    examples: ['1790000000'],
  });

/** `what` happened before this time. */
export const until = (what: string) =>
  Type.String({
    pattern: unixSeconds,
    description: `${what} before; Unix seconds`,
    examples: ['1790003600'],
  });

/** The id under which every process logs a request, from `X-Trace-Id` of its answer. */
export const traceId = Type.String({
  pattern: '^[0-9a-f]{32}$',
  description: '`X-Trace-Id` of the answer to the request',
  examples: ['4bf92f3577b34da6a3ce929d0e0e4736'],
});
