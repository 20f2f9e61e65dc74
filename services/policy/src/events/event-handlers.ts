import { invalidField } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition } from '@wallet-service/grpc';
import type { EventEnd, EventPage, Suspect } from '@wallet-service/postgres';
import { boundedId } from '../wire/bounded-id.js';

export type EventHandlersDeps = {
  readonly list: (applicationId: string, after: bigint, limit: number) => Promise<EventPage>;
  readonly end: (applicationId: string) => Promise<EventEnd>;
  /** Called for each row of a feed that the service did not write, and for each that is missing. */
  readonly onSuspect: (applicationId: string, suspect: Suspect) => void;
};

const usualLimit = 100;
const mostEvents = 500;

export function eventHandlers(deps: EventHandlersDeps): Pick<Handlers<PolicyDefinition>, 'ListEvents'> {
  const tell = (application: string, suspects: readonly Suspect[]) => {
    for (const suspect of suspects) deps.onSuspect(application, suspect);
  };
  const endOf = async (application: string): Promise<bigint> => {
    const { position, suspects } = await deps.end(application);
    tell(application, suspects);
    return position;
  };
  return {
    async ListEvents({ applicationId, after, limit: asked, onlyEnd }) {
      const application = boundedId(applicationId, '/application_id');
      const limit = asked || usualLimit;
      if (limit > mostEvents) throw invalidField('/limit', `must be at most ${mostEvents}`);
      if (onlyEnd) return { next: (await endOf(application)).toString() };
      const from = BigInt(after);
      const page = await deps.list(application, from, limit);
      tell(application, page.suspects);
      if (page.last === undefined && from > (await endOf(application)))
        deps.onSuspect(application, { position: from, what: 'missing' });
      return {
        events: page.events.map(({ position, id, type, time, dataJson }) => ({
          id,
          type,
          dataJson,
          timeMs: time.getTime(),
          position: position.toString(),
          orderingKey: type === 'policy.changed' ? 'policies' : 'signature_requests',
        })),
        next: (page.last ?? from).toString(),
        more: page.last !== undefined && page.last - from >= BigInt(limit),
      };
    },
  };
}
