import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import type { CurrentKeySet } from './refresh-key-set.js';

export type KeySetHandlersDeps = {
  readonly refreshKeySet: (applicationId: string, providerId: string) => Promise<CurrentKeySet>;
};

export function keySetHandlers({
  refreshKeySet,
}: KeySetHandlersDeps): Pick<Handlers<IdentityDefinition>, 'RefreshKeySet'> {
  return { RefreshKeySet: ({ applicationId, providerId }) => refreshKeySet(applicationId, providerId) };
}
