import { AppError } from '@wallet-service/errors';
import { isDatabaseUnavailable } from './database-errors.js';

/**
 * The same functions, which reject with `service.unavailable` when the database is out of reach: a passing
 * state that callers may wait out, and no bug, as whom it would leave otherwise. `handlers`: an object of
 * async functions.
 */
export function sayingWhenTheDatabaseIsDown<Handlers extends object>(handlers: Handlers): Handlers {
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
