import { createSingleFlight, RecentlyUsed } from '@wallet-service/values';
import type { ApplicationKeyStore } from './application-key-store.js';

export type ApplicationKeys = {
  /** The application's wrapped key. It is created when it is first needed. */
  readonly get: (applicationId: string, call: { deadline: number; traceId: string }) => Promise<Uint8Array>;
  /** The next use reads it again, because it may have been repaired. */
  readonly forget: (applicationId: string) => void;
  readonly forgetAll: () => void;
};

export type ApplicationKeysDeps = {
  readonly store: ApplicationKeyStore;
  readonly createApplicationKey: (
    applicationId: string,
    call: { deadline: number; traceId: string },
  ) => Promise<Uint8Array>;
  readonly limit?: number;
};

/** Stored wrapped keys never change, so they may be cached. */
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
    forgetAll: () => {
      known.clear();
    },
  };
}
