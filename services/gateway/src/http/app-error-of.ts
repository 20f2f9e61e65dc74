import type { FastifyError } from 'fastify';
import { AppError } from '@wallet-service/errors';
import { validationError } from './validation-error.js';

/**
 * Turns any failure into one of ours. What Fastify refuses is the caller's mistake. Unknown failures are
 * returned unchanged and leave as `internal`.
 */
export function appErrorOf(error: FastifyError, hasBody: boolean): unknown {
  if (error instanceof AppError) return error;
  if (error.validation && error.validationContext === 'body' && !hasBody) {
    return new AppError('request.invalid', 'the body is required', {
      fields: [{ path: '', message: 'is required' }],
    });
  }
  if (error.validation) return validationError(error.validation, error.validationContext);
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('request.too-large', 'the body is larger than 128 KiB', {
        fields: [{ path: '', message: 'must be at most 128 KiB' }],
      });
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError('request.unsupported-media-type', 'header Content-Type: must be application/json', {
        fields: [{ path: 'header Content-Type', message: 'must be application/json' }],
      });
    case 'FST_ERR_BAD_URL':
      return new AppError('request.malformed', 'the path must have valid percent-encoded UTF-8', {
        fields: [{ path: 'path', message: 'must have valid percent-encoded UTF-8' }],
      });
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('request.malformed', 'a segment of the path is longer than 256 characters', {
        fields: [{ path: 'path', message: 'must have no segment of more than 256 characters' }],
      });
    default:
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new AppError('request.malformed', 'the request cannot be read', { cause: error })
        : error;
  }
}
