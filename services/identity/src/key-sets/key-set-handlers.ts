import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import type { CurrentKeySet } from './refresh-key-set.js';
import type { RefreshedProvider } from './refresh-provider.js';

export type KeySetHandlersDeps = {
  readonly refreshKeySet: (applicationId: string, providerId: string) => Promise<CurrentKeySet>;
  readonly refreshProvider: (applicationId: string, providerId: string) => Promise<RefreshedProvider>;
};

export function keySetHandlers({
  refreshKeySet,
  refreshProvider,
}: KeySetHandlersDeps): Pick<Handlers<IdentityDefinition>, 'RefreshKeySet' | 'RefreshProvider'> {
  return {
    RefreshKeySet: ({ applicationId, providerId }) => refreshKeySet(applicationId, providerId),
    async RefreshProvider({ applicationId, providerId }) {
      const { keysAdded, keysRemoved, ...refreshed } = await refreshProvider(applicationId, providerId);
      return { ...refreshed, keysAdded: [...keysAdded], keysRemoved: [...keysRemoved] };
    },
  };
}
