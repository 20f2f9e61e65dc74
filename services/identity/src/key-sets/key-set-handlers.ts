import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import { listKeySetAges, readKeySetAges, type KeySetAge } from './key-set-age-store.js';
import type { Tenancy } from '../tenancy-store.js';
import type { CurrentKeySet } from './refresh-key-set.js';
import type { RefreshedProvider } from './refresh-provider.js';

const mostInPage = 100;

export type KeySetHandlersDeps = {
  readonly tenancy: Pick<Tenancy, 'acrossApplications'>;
  readonly refreshKeySet: (applicationId: string, providerId: string) => Promise<CurrentKeySet>;
  readonly refreshProvider: (applicationId: string, providerId: string) => Promise<RefreshedProvider>;
};

export function keySetHandlers({
  tenancy,
  refreshKeySet,
  refreshProvider,
}: KeySetHandlersDeps): Pick<
  Handlers<IdentityDefinition>,
  'RefreshKeySet' | 'RefreshProvider' | 'ListKeySets'
> {
  return {
    RefreshKeySet: ({ applicationId, providerId }) => refreshKeySet(applicationId, providerId),
    async RefreshProvider({ applicationId, providerId }) {
      const { keysAdded, keysRemoved, ...refreshed } = await refreshProvider(applicationId, providerId);
      return { ...refreshed, keysAdded: [...keysAdded], keysRemoved: [...keysRemoved] };
    },
    ListKeySets: ({ after, limit }) =>
      tenancy.acrossApplications(async (rows) => {
        const most = Math.min(limit === 0 ? mostInPage : limit, mostInPage);
        const { fresh, failing, expired } = await readKeySetAges(rows);
        const found = await listKeySetAges(rows, after, most);
        return {
          ...{ fresh, failing, expired },
          keySets: found.map(ageToWire),
          next: found.length === most ? (found.at(-1)?.cursor ?? '') : '',
        };
      }),
  };
}

function ageToWire({ applicationId, providerId, issuer, jwksUri, state, lastFailure, ...times }: KeySetAge) {
  return {
    ...{ applicationId, providerId, issuer, jwksUri, state, lastFailure },
    timeFetched: Math.floor(times.timeFetched),
    timeNextFetch: Math.floor(times.timeNextFetch),
  };
}
