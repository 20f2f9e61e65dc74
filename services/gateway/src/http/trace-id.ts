const wellFormed = /^(?!0{32})[0-9a-f]{32}$/;
/** W3C Trace Context, level 1: version, trace id, parent id, flags. */
const traceparent = /^(?!ff)[0-9a-f]{2}-((?!0{32})[0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The id under which every process logs this request: the caller's when it is well formed, else a new one. 32 lower-case hex digits. */
export function traceIdOf(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  newTraceId: () => string,
): string {
  const { traceparent: parent, 'x-trace-id': own } = headers;
  if (typeof parent === 'string') {
    const traceId = traceparent.exec(parent)?.[1];
    if (traceId !== undefined) return traceId;
  }
  if (typeof own === 'string' && wellFormed.test(own)) return own;
  return newTraceId();
}
