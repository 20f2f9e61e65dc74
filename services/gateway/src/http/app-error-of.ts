import type { FastifyError } from 'fastify';
import { AppError } from '@wallet-service/errors';
import { validationError } from './validation-error.js';

/** Any failure as one of ours. What Fastify refuses is the caller's mistake; what is unknown is returned as it is, and leaves as `internal`. */
export function appErrorOf(error: FastifyError): unknown {
  if (error instanceof AppError) return error;
  if (error.validation) return validationError(error.validation, error.validationContext);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('request.too-large', 'the body is larger than 128 KiB');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('request.unsupported-media-type', 'header Content-Type: must be application/json');
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new AppError('request.malformed', 'the request cannot be read', { cause: error })
        : error;
  }
}
