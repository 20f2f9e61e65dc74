import { invalidField } from '@wallet-service/errors';
import type { Handlers, PolicyDefinition } from '@wallet-service/grpc';
import { boundedId } from '../wire/bounded-id.js';
import type { EventAtPosition } from './event-store.js';

export type EventHandlersDeps = {
  readonly list: (applicationId: string, after: bigint, limit: number) => Promise<readonly EventAtPosition[]>;
  readonly end: (applicationId: string) => Promise<bigint>;
};

const usualLimit = 100;
const mostEvents = 500;

export function eventHandlers(deps: EventHandlersDeps): Pick<Handlers<PolicyDefinition>, 'ListEvents'> {
  return {
    async ListEvents({ applicationId, after, limit: asked, onlyEnd }) {
      const application = boundedId(applicationId, '/application_id');
      const limit = asked || usualLimit;
      if (limit > mostEvents) throw invalidField('/limit', `must be at most ${mostEvents}`);
      if (onlyEnd) return { next: (await deps.end(application)).toString() };
      const events = await deps.list(application, BigInt(after), limit);
      return {
        events: events.map(({ position, time, ...event }) => ({
          ...event,
          timeMs: time.getTime(),
          position: position.toString(),
          orderingKey: 'policies',
        })),
        next: (events.at(-1)?.position ?? BigInt(after)).toString(),
        more: events.length === limit,
      };
    },
  };
}
