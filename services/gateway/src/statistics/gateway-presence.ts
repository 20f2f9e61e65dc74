import type { SharedStore } from '@wallet-service/redis';

const minuteMs = 60_000;
const keptMs = 3 * minuteMs;

/** Which gateways run, as each of them says about itself every ten seconds. */
export type GatewayPresence = {
  /** Rejects with StoreUnavailableError. */
  readonly announce: () => Promise<void>;
  /** The names of those that said so in this minute or the one before. Rejects with StoreUnavailableError. */
  readonly list: () => Promise<readonly string[]>;
};

/** `name`: of this gateway, different from those of the others. */
export function createGatewayPresence(
  store: Pick<SharedStore, 'addCounts' | 'readCounts'>,
  name: string,
  now: () => number,
): GatewayPresence {
  const minute = (): number => Math.floor(now() / minuteMs);
  const keyOf = (of: number): string => `gateways:${of}`;
  return {
    announce: () => store.addCounts(keyOf(minute()), { [name]: 1 }, keptMs),
    async list() {
      const current = minute();
      const counts = await Promise.all([current - 1, current].map((of) => store.readCounts(keyOf(of))));
      return [...new Set([name, ...counts.flatMap(Object.keys)])].toSorted();
    },
  };
}
