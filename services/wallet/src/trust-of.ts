import { createRowMac } from '@wallet-service/values';
import type { AppOptions } from './app-options.js';
import { createTrustStatusReader } from './trust/get-trust-status.js';
import { fetchNewerBundle, publishTrustBundle } from './trust/publish-trust-bundle.js';
import { trustBundleStore } from './trust/trust-bundle-store.js';
import { trustHandlers } from './trust/trust-handlers.js';

const offerTimeoutMs = 5_000;

/** Composes everything about trust bundles. */
export function trustOf({ database, eventKey, adoptRowsUntilMs, signer, bundles, now, ...told }: AppOptions) {
  const mac = createRowMac({
    secret: eventKey,
    purpose: 'wallet/trust-bundle',
    adoptUntilMs: adoptRowsUntilMs,
  });
  const store = trustBundleStore(database, mac, told.onRowRefused);
  const distribution = { store, bundles, offer: signer.offerTrustBundle, onRefused: told.onBundleRefused };
  return {
    handlers: trustHandlers({
      publish: (signed, scope) => publishTrustBundle(distribution, signed, scope),
      status: createTrustStatusReader({ bundles, store, statuses: signer.statuses }),
    }),
    fetchNewerBundle: () => fetchNewerBundle(distribution, { deadline: now() + offerTimeoutMs, traceId: '' }),
    adoptBundles: store.adopt,
  };
}
