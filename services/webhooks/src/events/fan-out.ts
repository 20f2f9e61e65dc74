import { concerns } from '../endpoints/endpoint.js';
import type { Tenancy } from '../tenancy-store.js';
import type { FeedDuty } from './cursor-store.js';
import { payloadOf, type FeedPage } from './feed-event.js';

export type FanOutDeps = {
  readonly tenancy: Pick<Tenancy, 'within'>;
  readonly newId: () => string;
  /** When the feed is read next, unless it has more at once. */
  readonly pollMs: number;
};

/**
 * Turns a page of a feed into deliveries and their jobs, in one transaction with the cursor: whatever happens, each event is told to each
 * endpoint that it concerns, and none twice. A page that somebody else has read meanwhile changes nothing.
 */
export async function fanOut(deps: FanOutDeps, duty: FeedDuty, page: FeedPage): Promise<void> {
  const { tenancy, newId, pollMs } = deps;
  await tenancy.within(duty.applicationId, async ({ events, endpoints, deliveries, jobs }) => {
    const step = { from: duty.position, to: page.next, nextPollMs: page.more ? 0 : pollMs };
    // Must come first: its row lock keeps two readers of one feed from writing in another order.
    if (!(await events.advanceCursor(duty.source, step))) return;
    if (page.events.length === 0) return;
    const enabled = (await endpoints.list()).filter(({ disabledReason }) => disabledReason === undefined);
    const streams = new Map<string, { endpointId: string; orderingKey: string }>();
    for (const event of page.events) {
      const told = enabled.filter((endpoint) => concerns(endpoint, event));
      if (told.length === 0) continue;
      const { id, type, orderingKey } = event;
      if (!(await events.insert({ id, type, orderingKey, payload: payloadOf(event) }))) continue;
      for (const { id: endpointId } of told) {
        await deliveries.insert({ id: newId(), endpointId, eventId: id, orderingKey });
        streams.set(`${endpointId}:${orderingKey}`, { endpointId, orderingKey });
      }
    }
    await jobs.wake([...streams.values()]);
  });
}
