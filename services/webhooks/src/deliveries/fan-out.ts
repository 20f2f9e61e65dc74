import { concerns } from '../endpoints/endpoint.js';
import type { Tenancy } from '../tenancy-store.js';
import type { FeedDuty } from '../events/cursor-store.js';
import { bytesOfEvent } from '../events/event-room-store.js';
import { payloadOf, type FeedPage } from '../events/feed-event.js';

export type FanOutDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly newId: () => string;
  /** When the feed is read next, unless it has more right away. */
  readonly pollMs: number;
};

/** How long to wait with a feed while there is no room for its events. */
const fullMs = 10_000;

/**
 * Turns a page of a feed into deliveries and their jobs, in one transaction with the cursor. So each event
 * reaches each endpoint that it concerns, and none is created twice. If another process has read the page
 * meanwhile, nothing changes. While too much of the application is pending, the page stays in the feed and
 * the cursor does not move.
 */
export async function fanOut(deps: FanOutDeps, duty: FeedDuty, page: FeedPage): Promise<void> {
  const { tenancy, newId, pollMs } = deps;
  await tenancy.within(duty.applicationId, async ({ events, eventRoom, endpoints, deliveries, jobs }) => {
    const step = { from: duty.position, to: page.next, nextPollMs: page.more ? 0 : pollMs };
    // Must come first. Its row lock keeps two readers of one feed from writing in a different order, and
    // endpoints from being created meanwhile.
    if (!(await events.advanceCursor(duty.source, step))) return;
    if (page.events.length === 0) return;
    const enabled = (await endpoints.list()).filter(({ disabledReason }) => disabledReason === undefined);
    const told = page.events.flatMap((event) => {
      const { id, type, orderingKey, traceId } = event;
      const to = enabled.filter((endpoint) => concerns(endpoint, event));
      if (to.length === 0) return [];
      const payload = payloadOf(event);
      return [
        { event: { id, type, orderingKey, payload, traceId }, to, bytes: bytesOfEvent(payload, to.length) },
      ];
    });
    if (told.length === 0) return;
    if (!(await eventRoom.make(told.reduce((sum, { bytes }) => sum + bytes, 0)))) {
      await events.advanceCursor(duty.source, { from: page.next, to: duty.position, nextPollMs: fullMs });
      return;
    }
    const streams = new Map<string, { endpointId: string; orderingKey: string }>();
    for (const { event, to, bytes } of told) {
      if (!(await events.insert(event, bytes))) continue;
      const { orderingKey } = event;
      for (const { id: endpointId } of to) {
        await deliveries.insert({ id: newId(), endpointId, eventId: event.id, orderingKey });
        streams.set(`${endpointId}:${orderingKey}`, { endpointId, orderingKey });
      }
    }
    await jobs.wake([...streams.values()]);
  });
}
