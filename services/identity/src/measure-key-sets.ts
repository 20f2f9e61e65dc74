import type { Registry } from 'prom-client';
import { gaugeOf } from '@wallet-service/runtime';
import type { KeySetAges } from './key-sets/key-set-age-store.js';

/**
 * Metrics of how fresh the key sets of all providers are. No label names a provider, because there may be
 * thousands.
 */
export function measureKeySets(registry: Registry, read: () => Promise<KeySetAges>): void {
  gaugeOf(
    registry,
    {
      name: 'wallet_service_key_set_oldest_age_seconds',
      help: 'Age in seconds of the key set in use whose last successful fetch is oldest; 0 = there is none.',
    },
    async () => (await read()).oldestSeconds,
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_key_sets',
      help: 'Key sets of providers by state: fresh, failing (the last good one is in use), expired (no longer used).',
      labels: ['state'],
    },
    async () => {
      const { fresh, failing, expired } = await read();
      return Object.entries({ fresh, failing, expired }).map(([state, value]) => ({
        labels: { state },
        value,
      }));
    },
  );
}
