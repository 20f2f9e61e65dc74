import type { SharedStore } from '@wallet-service/redis';
import { Refusal } from './refusal.js';

const rates = {
  'sign-in': { permits: 1, perMs: 1_000, burst: 30 },
  reading: { permits: 50, perMs: 1_000, burst: 400 },
} as const;

/**
 * Limits what one address asks of this process. The gateway limits too, so what this memory has no room for goes on to
 * it. Throws a Refusal.
 */
export function createLimit({ takePermit }: Pick<SharedStore, 'takePermit'>) {
  return async (kind: keyof typeof rates, address: string): Promise<void> => {
    const permit = await takePermit(`${kind}:${address}`, rates[kind]).catch(() => undefined);
    if (permit?.allowed === false)
      throw new Refusal(429, 'console.rate-limited', 'too many requests: wait some seconds', {
        retryAfterSeconds: Math.ceil(permit.retryAfterMs / 1_000),
      });
  };
}
