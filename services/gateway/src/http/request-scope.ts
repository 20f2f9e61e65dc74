import type { Callers } from '../route.js';

/** What becomes known of a request on its way, for the handler and for the log. */
export type RequestScope = {
  caller: Callers[keyof Callers];
  applicationId: string | undefined;
  errorCode: string | undefined;
  /** Why the request failed, with its cause; for the log alone. */
  failure: unknown;
};

export function newRequestScope(): RequestScope {
  return { caller: undefined, applicationId: undefined, errorCode: undefined, failure: undefined };
}

declare module 'fastify' {
  interface FastifyRequest {
    scope: RequestScope;
  }
}
