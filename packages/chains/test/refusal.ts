import { AppError } from '@wallet-service/errors';

/**
 * The AppError that `work` ends with: its code, and the path of the field where it names one. Any other end
 * is a failure of the test.
 */
export function refusal(work: () => unknown): { code: string; path: string | undefined } {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, path: error.fields[0]?.path };
    throw error;
  }
  throw new Error('expected a refusal');
}
