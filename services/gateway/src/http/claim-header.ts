import { AppError } from '@wallet-service/errors';
import type { RequestHeaders } from './authenticate-user.js';

const path = 'header X-Claim';

/** Whether the caller wants a new wallet even if a pre-generated one waits for the user's address. */
export function skipsClaim(headers: RequestHeaders): boolean {
  const given = headers['x-claim'];
  if (given === undefined) return false;
  if (given === 'skip') return true;
  const message = 'must be skip, or absent';
  throw new AppError('request.invalid', `${path}: ${message}`, { fields: [{ path, message }] });
}
