import type { WalletServiceError } from './error.js';
import type { Operation } from './operation.js';

/**
 * Whether the request may be sent again after this failure. A request that was refused before any work (429) always
 * may. Otherwise the first one may have done its work, so only what can be done twice is sent twice.
 */
export function shouldRepeat({ repeatable }: Operation, { status, retryable }: WalletServiceError): boolean {
  return retryable && (status === 429 || repeatable !== 'never');
}

const firstWaitMs = 100;
const longestWaitMs = 5_000;

/** Milliseconds before the next attempt: what the service asks for, otherwise random, twice as long each time. */
export function waitMs(attempt: number, asked: number | undefined): number {
  const most = Math.min(longestWaitMs, firstWaitMs * 2 ** attempt);
  return asked ?? most / 2 + (Math.random() * most) / 2;
}
