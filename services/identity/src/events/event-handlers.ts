import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import { invalidField } from '@wallet-service/errors';
import type { Tenancy } from '../tenancy-store.js';

const usualLimit = 100;
const mostEvents = 500;

export function eventHandlers({
  tenancy,
}: {
  readonly tenancy: Pick<Tenancy, 'within'>;
}): Pick<Handlers<IdentityDefinition>, 'ListEvents'> {
  return {
    async ListEvents({ applicationId, after, limit: asked, onlyEnd }) {
      const limit = asked || usualLimit;
      if (limit > mostEvents) throw invalidField('/limit', `must be at most ${mostEvents}`);
      if (onlyEnd) {
        const end = await tenancy.within(applicationId, ({ events }) => events.end());
        return { next: end.toString() };
      }
      const found = await tenancy.within(applicationId, ({ events }) => events.list(BigInt(after), limit));
      return {
        events: found.map(({ position, ...event }) => ({
          ...event,
          position: position.toString(),
          orderingKey: 'providers',
        })),
        next: (found.at(-1)?.position ?? BigInt(after)).toString(),
        more: found.length === limit,
      };
    },
  };
}
