import { AttestationRefused } from '../src/index.js';

/** Why a check refuses, or `verified`. Any other exception is returned unchanged. */
export function outcomeOf(check: () => unknown): unknown {
  try {
    check();
    return 'verified';
  } catch (error) {
    return error instanceof AttestationRefused ? error.refusal : error;
  }
}
