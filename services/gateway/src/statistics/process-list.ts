import type { ConnectedServices, ServiceHealth } from '../clients/connect-services.js';

/** A process, or Redis. `milliseconds` until it answered. Gateways say of themselves that they run, and have none. */
export type ListedProcess = Omit<ServiceHealth, 'milliseconds'> & { readonly milliseconds?: number };

/** The processes that gateways see themselves. Never rejects. */
export type ProcessList = () => Promise<readonly ListedProcess[]>;

export type ProcessListDeps = {
  readonly gateways: () => Promise<readonly string[]>;
  /** Rejects if the shared store can't be reached. Absent without one. */
  readonly pingRedis?: (() => Promise<void>) | undefined;
  readonly behind: Pick<ConnectedServices, 'health'>;
};

export function createProcessList({ gateways, pingRedis, behind }: ProcessListDeps): ProcessList {
  async function redis(ping: () => Promise<void>): Promise<ListedProcess> {
    const start = performance.now();
    const isThere = await ping().then(
      () => true,
      () => false,
    );
    const milliseconds = Math.round(performance.now() - start);
    return { service: 'redis', address: '', state: isThere ? 'serving' : 'unreachable', milliseconds };
  }
  return async () => {
    const [names, ofRedis, services] = await Promise.all([
      // Without the shared store, no gateway is known to the others.
      gateways().catch(() => []),
      pingRedis ? redis(pingRedis) : undefined,
      behind.health(),
    ]);
    return [
      ...names.map((address) => ({ service: 'gateway', address, state: 'serving' as const })),
      ...services,
      ...(ofRedis ? [ofRedis] : []),
    ];
  };
}
