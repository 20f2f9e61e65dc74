import type { Handlers, IdentityDefinition } from '@wallet-service/grpc';
import { invalidField } from '@wallet-service/errors';
import type { Suspect } from '@wallet-service/postgres';
import type { Tenancy } from '../tenancy-store.js';

const usualLimit = 100;
const mostEvents = 500;

export type EventHandlersDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  /** Called for each row of a feed that the service did not write, and for each that is missing. */
  readonly onSuspect: (applicationId: string, suspect: Suspect) => void;
};

export function eventHandlers({
  tenancy,
  onSuspect,
}: EventHandlersDeps): Pick<Handlers<IdentityDefinition>, 'ListEvents'> {
  const tell = (applicationId: string, suspects: readonly Suspect[]) => {
    for (const suspect of suspects) onSuspect(applicationId, suspect);
  };
  const endOf = async (applicationId: string): Promise<bigint> => {
    const { position, suspects } = await tenancy.within(applicationId, ({ events }) => events.end());
    tell(applicationId, suspects);
    return position;
  };
  return {
    async ListEvents({ applicationId, after, limit: asked, onlyEnd }) {
      const limit = asked || usualLimit;
      if (limit > mostEvents) throw invalidField('/limit', `must be at most ${mostEvents}`);
      if (onlyEnd) return { next: (await endOf(applicationId)).toString() };
      const from = BigInt(after);
      const page = await tenancy.within(applicationId, ({ events }) => events.list(from, limit));
      tell(applicationId, page.suspects);
      if (page.last === undefined && from > (await endOf(applicationId)))
        onSuspect(applicationId, { position: from, what: 'missing' });
      return {
        events: page.events.map(({ position, id, type, time, dataJson }) => ({
          id,
          type,
          timeMs: time.getTime(),
          dataJson,
          position: position.toString(),
          orderingKey: 'providers',
        })),
        next: (page.last ?? from).toString(),
        more: page.last !== undefined && page.last - from >= BigInt(limit),
      };
    },
  };
}
