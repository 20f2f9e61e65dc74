import type { FeedDuty } from './cursor-store.js';
import type { FeedPage } from './feed-event.js';
import type { Source } from './source.js';

export type PollFeedsDeps = {
  /** Takes at most so many feeds that are due, for long enough to read them. */
  readonly claimDue: (limit: number) => Promise<readonly FeedDuty[]>;
  readonly readFeed: (source: Source, applicationId: string, after: bigint) => Promise<FeedPage>;
  readonly fanOut: (duty: FeedDuty, page: FeedPage) => Promise<void>;
  readonly onError: (error: unknown, duty: FeedDuty) => void;
};

const feedsAtOnce = 50;

/** Reads every feed that is due once. True when there may be more to read at once. A feed that fails is read again when its lease is over. */
export async function pollFeeds(deps: PollFeedsDeps): Promise<boolean> {
  const duties = await deps.claimDue(feedsAtOnce);
  const outcomes = await Promise.all(
    duties.map(async (duty) => {
      try {
        const page = await deps.readFeed(duty.source, duty.applicationId, duty.position);
        await deps.fanOut(duty, page);
        return page.more;
      } catch (error) {
        deps.onError(error, duty);
        return false;
      }
    }),
  );
  return duties.length === feedsAtOnce || outcomes.includes(true);
}
