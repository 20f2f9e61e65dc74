import { AttestationRefused } from '../src/index.js';

/** Why a check refuses, or `verified`; whatever else it throws is given as it is. */
export function outcomeOf(check: () => unknown): unknown {
  try {
    check();
    return 'verified';
  } catch (error) {
    return error instanceof AttestationRefused ? error.refusal : error;
  }
}
