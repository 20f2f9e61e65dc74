import { invalidField } from '@wallet-service/errors';
import type { Handlers, ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import type { Suspect } from '@wallet-service/postgres';
import { isUuid } from '@wallet-service/values';
import { eventOfEntry } from './event-of-entry.js';
import type { ChainedEntry } from '@wallet-service/journal-format';
import type { JournalFeed } from './journal-feed-store.js';
import type { JournalPage } from './journal-page-store.js';

const usualLimit = 100;
const mostEntries = 500;

export type EventHandlersDeps = {
  readonly feed: JournalFeed;
  readonly readJournal: (applicationId: string, after: bigint, limit: number) => Promise<JournalPage>;
  /** Called for each entry that the service did not write, and for each that is missing. */
  readonly onSuspect: (applicationId: string, suspect: Suspect) => void;
};

export function eventHandlers({
  feed,
  readJournal,
  onSuspect,
}: EventHandlersDeps): Pick<Handlers<WalletDefinition>, 'ListEvents' | 'ListJournal'> {
  return {
    async ListEvents({ applicationId, after, limit: asked, onlyEnd }) {
      const limit = checkedLimit(applicationId, asked);
      if (onlyEnd) return { next: (await feed.end(applicationId)).toString() };
      const from = BigInt(after);
      const { entries, suspects, next } = await feed.read(applicationId, from, limit);
      for (const suspect of suspects) onSuspect(applicationId, suspect);
      const events = entries.flatMap((entry) => {
        const event = eventOfEntry(entry);
        if (!event) return [];
        return [{ ...event, position: event.position.toString(), timeMs: event.timeMs.toString() }];
      });
      // The position also moves past entries without an event.
      return {
        events,
        next: next.toString(),
        more: next - from >= BigInt(limit),
      };
    },

    async ListJournal({ applicationId, after, limit: asked }) {
      const limit = checkedLimit(applicationId, asked);
      const { entries, previousHash, head, checkpoint } = await readJournal(
        applicationId,
        BigInt(after),
        limit,
      );
      return {
        entries: entries.map((chained, index) =>
          entryToWire(chained, entries[index - 1]?.hash ?? previousHash),
        ),
        headSeq: head.seq.toString(),
        headHash: head.hash,
        ...(checkpoint && {
          checkpoint: {
            seq: String(checkpoint.seq),
            hash: checkpoint.hash,
            time: String(checkpoint.time),
            publicKey: checkpoint.publicKey,
            signature: checkpoint.signature,
          },
        }),
      };
    },
  };
}

function checkedLimit(applicationId: string, asked: number): number {
  if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
  const limit = asked || usualLimit;
  if (limit > mostEntries) throw invalidField('/limit', `must be at most ${mostEntries}`);
  return limit;
}

type EntryOnTheWire = NonNullable<ResponseOf<WalletDefinition['ListJournal']>['entries']>[number];

function entryToWire({ seq, hash, entry }: ChainedEntry, previousHash: Uint8Array): EntryOnTheWire {
  const { payloadHashes } = entry;
  return {
    seq: seq.toString(),
    previousHash,
    hash,
    timeMs: String(entry.recordedAtMs),
    kind: entry.kind,
    requestId: entry.requestId,
    walletId: entry.walletId,
    operation: entry.operation,
    payloadHashes: Array.from({ length: payloadHashes.length / 32 }, (_, index) =>
      payloadHashes.subarray(32 * index, 32 * index + 32),
    ),
    jwtHash: entry.jwtHash,
    decisionJson: entry.decision,
    outcome: entry.outcome,
    errorCode: entry.errorCode,
    tokenReused: entry.tokenReused,
    traceId: entry.traceId,
    detailsJson: entry.details,
  };
}
