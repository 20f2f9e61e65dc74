import type { FeedDuty } from './cursor-store.js';
import type { FeedPage } from './feed-event.js';
import type { Source } from './source.js';

export type PollFeedDeps = {
  readonly readFeed: (source: Source, applicationId: string, after: bigint) => Promise<FeedPage>;
  readonly fanOut: (duty: FeedDuty, page: FeedPage) => Promise<void>;
};

/** Reads the next page of a feed. Resolves to whether there is another. */
export async function pollFeed({ readFeed, fanOut }: PollFeedDeps, duty: FeedDuty): Promise<boolean> {
  const page = await readFeed(duty.source, duty.applicationId, duty.position);
  await fanOut(duty, page);
  return page.more;
}
