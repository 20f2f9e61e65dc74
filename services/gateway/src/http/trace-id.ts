import { readTraceparent } from '@wallet-service/tracing';

const wellFormed = /^(?!0{32})[0-9a-f]{32}$/;

/**
 * The id under which every process logs this request: the caller's if it is well formed, otherwise a new one.
 * 32 lower-case hex digits.
 */
export function traceIdOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  newTraceId: () => string,
): string {
  const { traceparent: parent, 'x-trace-id': own } = headers;
  const caller = readTraceparent(parent);
  if (caller) return caller.traceId;
  if (typeof own === 'string' && wellFormed.test(own)) return own;
  return newTraceId();
}
