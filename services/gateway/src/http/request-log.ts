import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@wallet-service/errors';
import type { RequestCounter } from '../statistics/request-counter.js';
import type { HttpMetrics } from './http-metrics.js';

export type RequestLogger = {
  readonly info: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
};

/**
 * One line and one measurement per request. Never headers, bodies or query strings, because they hold secrets
 * and personal data.
 */
export function createRequestLog(
  logger: RequestLogger,
  metrics: HttpMetrics,
  countRequest: RequestCounter['count'],
) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { scope, method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const code = scope.errorCode ?? 'ok';
    metrics.observe(method, route, reply.statusCode, code, reply.elapsedTime / 1000);
    const { applicationId } = scope;
    if (applicationId !== undefined && !scope.isRehearsal)
      countRequest({
        ...{ applicationId, path: route, status: reply.statusCode, code: scope.errorCode },
        milliseconds: reply.elapsedTime,
      });
    const fields = {
      traceId: request.id,
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(applicationId !== undefined && { application_id: applicationId }),
      ...(scope.errorCode !== undefined && { code: scope.errorCode }),
      ...whyOf(scope.failure),
    };
    if (reply.statusCode >= 500) logger.error({ ...fields, err: scope.failure }, 'request failed');
    else logger.info(fields, 'request');
  };
}

/**
 * The public name of the rule, such as `token-audience`. A reason that is a sentence is left out, because it
 * may contain what the caller sent.
 */
export const ruleName = /^[a-z][a-z0-9_-]{0,39}$/;

function whyOf(failure: unknown): { cause?: string; reason?: string } {
  if (!(failure instanceof AppError)) return {};
  const { reason } = failure.details;
  return {
    ...(failure.cause instanceof Error && { cause: failure.cause.message }),
    ...(typeof reason === 'string' && ruleName.test(reason) && { reason }),
  };
}
