import { AppError, type ErrorCode } from '@wallet-service/errors';

/**
 * The value of a header that authenticates the caller. If it is missing, doubled or too long, the caller is
 * not authenticated.
 */
export function requiredText(
  headers: Readonly<Record<string, string | string[] | undefined>>,
  name: string,
  code: ErrorCode,
  maxLength: number,
): string {
  const value = headers[name.toLowerCase()];
  if (typeof value === 'string' && value !== '' && value.length <= maxLength) return value;
  throw new AppError(code, `header ${name}: ${value === undefined ? 'is required' : 'is not valid'}`, {
    fields: [{ path: `header ${name}`, message: value === undefined ? 'is required' : 'is not valid' }],
  });
}
