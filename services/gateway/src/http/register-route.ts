import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { withSpan } from '@wallet-service/tracing';
import type { Grants, RequestContext } from '../clients/services.js';
import type { Authentication, Callers, RateClass, Route } from '../route.js';
import type { RequestHeaders } from './authenticate-user.js';
import { assertJson } from './content-type.js';
import { addressGroup, allHeadersOf, type Rate, type RateLimiter } from './rate-limit.js';
import { inQuery } from './query-field.js';
import { sendError } from './send-error.js';

export type Authenticators = {
  readonly [Who in Authentication]: (
    headers: RequestHeaders,
    context: RequestContext,
  ) => Promise<{ readonly caller: Callers[Who]; readonly grants?: Grants | undefined }>;
};

export type Rates = { readonly address: Rate } & Readonly<Record<RateClass, Rate>>;

export type RouteDeps = {
  readonly authenticators: Authenticators;
  readonly limit: RateLimiter;
  readonly rates: Rates;
};

const noQuery = { type: 'object', additionalProperties: false } as const;

/** Makes one row of the table answer: limits, authentication, body, handler, in this order, so that strangers cost the least. */
export function registerRoute(app: FastifyInstance, row: Route, deps: RouteDeps): void {
  const { body, query: querystring, params, answer } = row;
  app.route({
    method: row.method,
    url: row.path,
    schema: {
      ...(body && { body }),
      querystring: querystring ?? noQuery,
      ...(params && { params }),
      ...(answer && { response: { [row.status]: answer } }),
    },
    onRequest: inRequestSpan(admit(row, deps)),
    errorHandler: (error, request, reply) => {
      sendError(inQuery(error, row.query), row.errors, request, reply);
    },
    handler: inRequestSpan(answerWith(row)),
  });
}

/** The span has to be made active for each step: what Fastify waits for in between, such as the body, comes from the socket and knows no span. */
function inRequestSpan<Result>(step: (request: FastifyRequest, reply: FastifyReply) => Promise<Result>) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<Result> =>
    withSpan(request.scope.span, () => step(request, reply));
}

function admit(row: Route, { authenticators, limit, rates }: RouteDeps) {
  const authenticate = authenticators[row.authentication];
  const rate = rates[row.rateClass];
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { headers, scope } = request;
    const ofAddress = await limit('address', addressGroup(request.ip), rates.address);
    void reply.headers(allHeadersOf([ofAddress]));
    const { caller, grants } = await authenticate(headers, scope.context);
    scope.caller = caller;
    if (grants) scope.context = { ...scope.context, grants };
    if (caller) {
      scope.applicationId = caller.applicationId;
      const key = `${caller.applicationId}:${row.rateClass}`;
      const ofApplication = await limit('application', key, rate);
      void reply.headers(allHeadersOf([ofAddress, ofApplication]));
    }
    assertJson(headers);
  };
}

function answerWith(row: Route) {
  const handle = row.handle as unknown as (call: object) => Promise<unknown>;
  const headersOf = row.headers as ((answer: unknown) => Record<string, string>) | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { body, query, params, headers } = request;
    const { caller, context } = request.scope;
    const answer = await handle({ caller, body, query, params, headers, context });
    void reply.code(row.status);
    if (headersOf) void reply.headers(headersOf(answer));
    return row.status === 204 ? reply.send() : answer;
  };
}
