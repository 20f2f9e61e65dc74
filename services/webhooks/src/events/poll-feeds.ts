import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedDuty } from './cursor-store.js';
import type { FeedPage } from './feed-event.js';
import type { Source } from './source.js';

export type PollFeedsDeps = {
  /** Takes at most so many feeds that are due, for long enough to read them. */
  readonly lockDue: (limit: number) => Promise<readonly FeedDuty[]>;
  readonly readFeed: (source: Source, applicationId: string, after: bigint) => Promise<FeedPage>;
  readonly fanOut: (duty: FeedDuty, page: FeedPage) => Promise<void>;
  readonly onError: (error: unknown, duty: FeedDuty) => void;
};

const feedsAtOnce = 50;
/** A round waits so long for the feeds that it began to read; slower ones go on beside the next rounds. */
const patienceMs = 250;

export type FeedPoller = {
  /**
   * Begins to read every feed that is due, once. True when there may be more to read at once. A feed that
   * fails is read again when its lock ends.
   */
  readonly poll: () => Promise<boolean>;
  /** Resolves when nothing is being read. */
  readonly settled: () => Promise<void>;
};

/** One application whose feed is slow or fails takes one of the places, and delays no other. */
export function createFeedPoller(deps: PollFeedsDeps): FeedPoller {
  const underWay = new Set<Promise<boolean>>();

  async function read(duty: FeedDuty): Promise<boolean> {
    try {
      const page = await deps.readFeed(duty.source, duty.applicationId, duty.position);
      await deps.fanOut(duty, page);
      return page.more;
    } catch (error) {
      deps.onError(error, duty);
      return false;
    }
  }

  return {
    async poll() {
      const free = feedsAtOnce - underWay.size;
      const duties = free === 0 ? [] : await deps.lockDue(free);
      const begun = duties.map((duty) => {
        const reading = read(duty).finally(() => underWay.delete(reading));
        underWay.add(reading);
        return reading;
      });
      const patience = new AbortController();
      const waited = sleep(patienceMs, [], { signal: patience.signal }).catch(() => []);
      const all = free === 0 ? Promise.race(underWay).then((more) => [more]) : Promise.all(begun);
      const outcomes: readonly boolean[] = await Promise.race([all, waited]);
      patience.abort();
      return duties.length === free || outcomes.includes(true);
    },
    settled: async () => {
      await Promise.all(underWay);
    },
  };
}
