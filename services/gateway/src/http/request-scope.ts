import type { Span } from '@wallet-service/tracing';
import type { RequestContext } from '../clients/services.js';
import type { Callers } from '../route.js';

/** What is learned about a request while it is handled, for the handler and the log. */
export type RequestScope = {
  context: RequestContext;
  caller: Callers[keyof Callers];
  applicationId: string | undefined;
  /** Gives back the turn that the request holds. */
  release: () => void;
  /** Counts the bytes read against the caller they came from. */
  charge: (body: Uint8Array) => void;
  /** The handler works until its deadline, even if the caller no longer waits. */
  isHandled: boolean;
  /** The request is checked, and nothing is done. */
  isRehearsal: boolean;
  errorCode: string | undefined;
  /** Why the request failed, with its cause. Only for the log. */
  failure: unknown;
  /** The span of the whole request. Undefined if its trace is not recorded. */
  span: Span | undefined;
};

/**
 * How long a request may take from its headers to its answer. Fastify's handlerTimeout would cost more than
 * all of Fastify's other work.
 */
const requestMs = 15_000;

/** `now` in milliseconds since the epoch. */
export function newRequestScope(traceId: string, now: number): RequestScope {
  const context = { traceId, deadline: now + requestMs, learned: {} };
  return {
    context,
    caller: undefined,
    applicationId: undefined,
    release: () => undefined,
    charge: () => undefined,
    isHandled: false,
    isRehearsal: false,
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
