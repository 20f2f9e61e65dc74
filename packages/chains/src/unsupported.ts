import { AppError } from '@wallet-service/errors';

/** This chain does not have the operation. `advice` names the alternative. */
export function unsupported(advice: string): AppError {
  return new AppError('chain.operation-unsupported', advice);
}
