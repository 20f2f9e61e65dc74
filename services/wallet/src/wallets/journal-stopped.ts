import { AppError } from '@wallet-service/errors';

/** Stands for every application. */
export const everyApplication = '00000000-0000-0000-0000-000000000000';

/** Nothing was written, because one of the applications is stopped (table `losses`). */
export function journalStopped(): AppError {
  return new AppError(
    'service.unavailable',
    'the journal of the application is stopped: an operator must look at it',
    { retryAfterSeconds: 60 },
  );
}
