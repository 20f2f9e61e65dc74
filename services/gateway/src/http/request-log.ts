import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@wallet-service/errors';
import type { HttpMetrics } from './http-metrics.js';

export type RequestLogger = {
  readonly info: (fields: object, message: string) => void;
  readonly error: (fields: object, message: string) => void;
};

/** One line and one measurement a request. Never headers, bodies or query strings: secrets and personal data travel in them. */
export function createRequestLog(logger: RequestLogger, metrics: HttpMetrics) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { scope, method } = request;
    const route = request.routeOptions.url ?? 'unknown';
    const code = scope.errorCode ?? 'ok';
    metrics.observe(method, route, reply.statusCode, code, reply.elapsedTime / 1000);
    const fields = {
      traceId: request.id,
      method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
      ...(scope.applicationId !== undefined && { application_id: scope.applicationId }),
      ...(scope.errorCode !== undefined && { code: scope.errorCode }),
      ...causeOf(scope.failure),
    };
    if (reply.statusCode >= 500) logger.error({ ...fields, err: scope.failure }, 'request failed');
    else logger.info(fields, 'request');
  };
}

function causeOf(failure: unknown): { cause?: string } {
  return failure instanceof AppError && failure.cause instanceof Error
    ? { cause: failure.cause.message }
    : {};
}
