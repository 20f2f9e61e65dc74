import { randomUUID } from 'node:crypto';
import type { FeedEvent, FeedPage } from '../src/events/feed-event.js';
import type { Feeds } from '../src/events/feeds-client.js';
import { sources, type Source } from '../src/events/source.js';

export type TestFeeds = Pick<Feeds, 'read' | 'ends'> & {
  /** Appends an event to the feed of an application and returns its id. */
  emit: (applicationId: string, event?: Partial<Omit<FeedEvent, 'position'>>) => string;
  /** How often a feed was read. */
  reads: () => number;
  fail: (failing: boolean) => void;
};

/** The feeds of the other services, in memory, under the same contract: ordered and without gaps. */
export function testFeeds(pageSize = 100): TestFeeds {
  const feeds = new Map<string, FeedEvent[]>();
  const feedOf = (source: Source, applicationId: string): FeedEvent[] => {
    const key = `${source} ${applicationId}`;
    const feed = feeds.get(key) ?? [];
    feeds.set(key, feed);
    return feed;
  };
  let reads = 0;
  let failing = false;
  return {
    emit(applicationId, event = {}) {
      const { source = 'wallet' } = event;
      const feed = feedOf(source, applicationId);
      const id = event.id ?? `evt_${randomUUID().replaceAll('-', '')}`;
      const usual = {
        type: 'signature.created',
        timeMs: Date.now(),
        orderingKey: 'wallet-1',
        dataJson: '{}',
        traceId: '',
      };
      feed.push({ ...usual, ...event, id, source, position: BigInt(feed.length + 1) });
      return id;
    },
    read: (source, applicationId, after): Promise<FeedPage> => {
      reads += 1;
      if (failing) return Promise.reject(new Error('the feed fails'));
      const rest = feedOf(source, applicationId).slice(Number(after));
      const events = rest.slice(0, pageSize);
      return Promise.resolve({
        events,
        next: after + BigInt(events.length),
        more: rest.length > events.length,
      });
    },
    ends: (applicationId) => {
      const [wallet = 0n, policy = 0n, identity = 0n] = sources.map((source) =>
        BigInt(feedOf(source, applicationId).length),
      );
      return Promise.resolve({ wallet, policy, identity });
    },
    reads: () => reads,
    fail: (next) => {
      failing = next;
    },
  };
}
