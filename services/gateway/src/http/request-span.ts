import type { FastifyReply, FastifyRequest } from 'fastify';
import { beginSampled, readTraceparent } from '@wallet-service/tracing';

/**
 * Begins the span of a whole request, as a child of the caller's span if they name one. It contains only the
 * route and nothing else of headers, path or body.
 */
export function beginRequestSpan(request: FastifyRequest): void {
  const { scope, method } = request;
  const route = request.routeOptions.url ?? 'unknown';
  const parent = readTraceparent(request.headers['traceparent']) ?? { traceId: request.id };
  const attributes = { 'http.request.method': method, 'http.route': route };
  scope.span = beginSampled({ name: `${method} ${route}`, kind: 'server', attributes }, parent);
}

export function endRequestSpan({ scope }: FastifyRequest, { statusCode }: FastifyReply): void {
  const { span, errorCode } = scope;
  if (!span) return;
  span.set({ 'http.response.status_code': statusCode });
  if (errorCode !== undefined) span.fail(errorCode, statusCode >= 500);
  span.end();
}
