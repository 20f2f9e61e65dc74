import { createSingleFlight, RecentlyUsed } from '@wallet-service/values';
import type { ApplicationKeyStore } from './application-key-store.js';

export type ApplicationKeys = {
  /** The application's wrapped key, made at the first need. */
  readonly get: (applicationId: string, call: { deadline: number; traceId: string }) => Promise<Uint8Array>;
  /** The next need reads it anew: it may have been put right. */
  readonly forget: (applicationId: string) => void;
};

export type ApplicationKeysDeps = {
  readonly store: ApplicationKeyStore;
  readonly createApplicationKey: (
    applicationId: string,
    call: { deadline: number; traceId: string },
  ) => Promise<Uint8Array>;
  readonly limit?: number;
};

/** Wrapped keys never change once stored, so they may be remembered. */
export function createApplicationKeys({
  store,
  createApplicationKey,
  limit = 10_000,
}: ApplicationKeysDeps): ApplicationKeys {
  const known = new RecentlyUsed<string, Uint8Array>('wallet.application-keys', limit);
  const singleFlight = createSingleFlight<Uint8Array>();

  return {
    async get(applicationId, call) {
      const remembered = known.get(applicationId);
      if (remembered) return remembered;
      const { outcome } = singleFlight(applicationId, async () => {
        const stored = await store.find(applicationId);
        const key =
          stored ??
          (await store.insertOrRead(applicationId, await createApplicationKey(applicationId, call)));
        known.set(applicationId, key);
        return key;
      });
      return outcome;
    },
    forget: (applicationId) => {
      known.delete(applicationId);
    },
  };
}
