import { AppError } from '@wallet-service/errors';

/** The operation makes no sense on this chain. `advice` says what to use instead. */
export function unsupported(advice: string): AppError {
  return new AppError('chain.operation-unsupported', advice);
}
