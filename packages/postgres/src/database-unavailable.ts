import { AppError } from '@wallet-service/errors';
import { isDatabaseUnavailable } from './database-errors.js';

/**
 * The same functions, but they reject with `service.unavailable` when the database can't be reached. That is a
 * passing state and not a bug, so callers may retry. `handlers` is an object of async functions.
 */
export function withDatabaseUnavailableErrors<Handlers extends object>(handlers: Handlers): Handlers {
  type Handler = (...args: unknown[]) => Promise<unknown>;
  const guarded = Object.entries(handlers).map(([name, handler]) => [
    name,
    async (...args: unknown[]) => {
      try {
        return await (handler as Handler)(...args);
      } catch (error) {
        throw isDatabaseUnavailable(error) ? unavailable(error) : error;
      }
    },
  ]);
  return Object.fromEntries(guarded) as Handlers;
}

function unavailable(cause: unknown): AppError {
  return new AppError('service.unavailable', 'the database is not reachable', {
    cause,
    retryAfterSeconds: 1,
  });
}
