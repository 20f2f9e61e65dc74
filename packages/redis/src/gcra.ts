import type { Permit, Rate } from './shared-store.js';

/**
 * The generic cell rate algorithm. All that is remembered of a key is its theoretical arrival time
 * (`arrival`): the moment at which all permits will be there again. Times are whole microseconds, so that
 * nothing is lost by rounding however often it is added up. redis-store.ts has the same in Lua; the contract
 * tests hold both to the same expectations.
 */
export function takePermit(
  arrival: number | undefined,
  now: number,
  { permits, perMs, burst }: Rate,
): { readonly permit: Permit; readonly arrival: number } {
  const interval = Math.ceil((perMs * 1_000) / permits);
  const current = Math.max(arrival ?? now, now);
  const next = current + interval;
  const spare = now - (next - interval * burst);
  if (spare < 0) {
    const permit = {
      allowed: false,
      remaining: 0,
      limit: burst,
      resetMs: toMs(current - now),
      retryAfterMs: toMs(-spare),
    };
    return { permit, arrival: current };
  }
  const remaining = Math.floor(spare / interval);
  return {
    permit: { allowed: true, remaining, limit: burst, resetMs: toMs(next - now), retryAfterMs: 0 },
    arrival: next,
  };
}

function toMs(microseconds: number): number {
  return Math.ceil(microseconds / 1_000);
}
