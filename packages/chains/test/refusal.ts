import { AppError } from '@wallet-service/errors';

/** The code of the AppError that `work` throws, and the field's path if it names one. Anything else fails the test. */
export function refusal(work: () => unknown): { code: string; path: string | undefined } {
  try {
    work();
  } catch (error) {
    if (error instanceof AppError) return { code: error.code, path: error.fields[0]?.path };
    throw error;
  }
  throw new Error('expected a refusal');
}
