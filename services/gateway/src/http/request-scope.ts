import type { Span } from '@wallet-service/tracing';
import type { RequestContext } from '../clients/services.js';
import type { Callers } from '../route.js';

/** What becomes known of a request on its way, for the handler and for the log. */
export type RequestScope = {
  context: RequestContext;
  caller: Callers[keyof Callers];
  applicationId: string | undefined;
  /** Gives back the turn that the request holds. */
  release: () => void;
  /** Counts what was read against whom it came from. */
  charge: (body: Uint8Array) => void;
  /** A handler works for the request, whether or not the caller still waits. */
  isHandled: boolean;
  errorCode: string | undefined;
  /** Why the request failed, with its cause; for the log alone. */
  failure: unknown;
  /** Of the whole request; undefined when its trace is not recorded. */
  span: Span | undefined;
};

/**
 * How long a request may take from its headers to its answer. Not by Fastify's handlerTimeout, which costs
 * more than all its other work.
 */
const requestMs = 15_000;

/** `now` in milliseconds since the epoch. */
export function newRequestScope(traceId: string, now: number): RequestScope {
  const context = { traceId, deadline: now + requestMs };
  return {
    context,
    caller: undefined,
    applicationId: undefined,
    release: () => undefined,
    charge: () => undefined,
    isHandled: false,
    errorCode: undefined,
    failure: undefined,
    span: undefined,
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope;
  }
}
