/** A problem (RFC 9457) as text, with its detail as `error` too, which their clients show. */
export function withError(problem: string): string {
  const body = JSON.parse(problem) as { readonly detail: string };
  return JSON.stringify({ ...body, error: body.detail });
}

/** The headers that a web page may read, and theirs. */
export function exposedToo(names: string): string {
  return `${names}, X-Magic-Trace-Id`;
}
