/** Kleene's three-valued logic as numbers: and = min, or = max. */
export const FALSE = 0;
/** Unknown: a DENY rule fires, a require_mfa or require_approval rule demands it, and an ALLOW rule allows nothing. */
export const UNKNOWN = 1;
export const TRUE = 2;
export type Truth = typeof FALSE | typeof UNKNOWN | typeof TRUE;

export const truthNames = ['false', 'unknown', 'true'] as const;
