import { invalidField } from '@wallet-service/errors';
import type { Handlers, WalletDefinition } from '@wallet-service/grpc';
import { isUuid } from '@wallet-service/values';
import { eventOfEntry } from './event-of-entry.js';
import type { JournalFeed } from './journal-feed-store.js';

const usualLimit = 100;
const mostEntries = 500;

export function eventHandlers(feed: JournalFeed): Pick<Handlers<WalletDefinition>, 'ListEvents'> {
  return {
    async ListEvents({ applicationId, after, limit: asked, onlyEnd }) {
      if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
      const limit = asked || usualLimit;
      if (limit > mostEntries) throw invalidField('/limit', `must be at most ${mostEntries}`);
      if (onlyEnd) return { next: (await feed.end(applicationId)).toString() };
      const entries = await feed.read(applicationId, BigInt(after), limit);
      const events = entries.flatMap((entry) => {
        const event = eventOfEntry(entry);
        if (!event) return [];
        return [{ ...event, position: event.position.toString(), timeMs: event.timeMs.toString() }];
      });
      // Entries that tell nothing are behind the reader as well.
      return {
        events,
        next: (entries.at(-1)?.seq ?? BigInt(after)).toString(),
        more: entries.length === limit,
      };
    },
  };
}
