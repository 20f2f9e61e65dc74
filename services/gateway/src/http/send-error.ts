import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, toWire } from '@wallet-service/errors';
import { appErrorOf } from './app-error-of.js';
import { challengeFor } from './challenge.js';
import { ErrorWithHeaders } from './error-with-headers.js';
import { renderError, type ErrorShape } from './problem.js';

/**
 * Answers a failed request. The body does not go through a response schema, because a mismatch would become a
 * 500.
 */
export function sendError(
  error: FastifyError,
  shape: ErrorShape,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const failure = appErrorOf(error, request.body !== undefined);
  const { status, contentType, body } = renderError(failure, shape, request.id);
  request.scope.errorCode = failure instanceof AppError ? failure.code : 'internal';
  request.scope.failure = failure;
  if (failure instanceof AppError) void reply.headers(headersOf(failure, status));
  void reply.code(status).header('content-type', contentType).send(JSON.stringify(body));
}

function headersOf(failure: AppError, status: number): Record<string, string> {
  return {
    ...(status === 401 && { 'www-authenticate': challengeFor(toWire(failure)) }),
    ...(failure.retryAfterSeconds !== undefined && { 'retry-after': String(failure.retryAfterSeconds) }),
    ...(status === 503 && failure.retryAfterSeconds === undefined && { 'retry-after': '1' }),
    ...(failure instanceof ErrorWithHeaders && failure.headers),
  };
}
