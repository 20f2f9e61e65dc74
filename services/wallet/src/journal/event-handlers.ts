import { invalidField } from '@wallet-service/errors';
import type { Handlers, ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import type { Suspect } from '@wallet-service/postgres';
import { isUuid } from '@wallet-service/values';
import { eventOfEntry } from './event-of-entry.js';
import { genesisOf, type ChainedEntry } from '@wallet-service/journal-format';
import type { CallScope } from '../signer/signer-client.js';
import type { FilteredPage, JournalFilter } from './journal-filter-store.js';
import { journalFilterOf, type JournalUser } from './journal-filter-on-the-wire.js';
import type { JournalFeed } from './journal-feed-store.js';
import type { JournalPage } from './journal-page-store.js';

const usualLimit = 100;
const mostEntries = 500;

export type EventHandlersDeps = {
  readonly feed: JournalFeed;
  /** Resolves when the journal contains what was durable before the call. */
  readonly integrate: (applicationId: string) => Promise<void>;
  readonly readJournal: (applicationId: string, after: bigint, limit: number) => Promise<JournalPage>;
  readonly readMatching: (
    applicationId: string,
    filter: JournalFilter,
    page: { readonly after: bigint; readonly limit: number; readonly genesis: Uint8Array },
  ) => Promise<FilteredPage | undefined>;
  /** The ids of a user's wallets, which a signer has verified. */
  readonly walletsOf: (
    applicationId: string,
    user: JournalUser,
    scope: CallScope,
  ) => Promise<readonly string[]>;
  /** Called for each entry that the service did not write, and for each that is missing. */
  readonly onSuspect: (applicationId: string, suspect: Suspect) => void;
};

export function eventHandlers({
  feed,
  integrate,
  readJournal,
  readMatching,
  walletsOf,
  onSuspect,
}: EventHandlersDeps): Pick<Handlers<WalletDefinition>, 'ListEvents' | 'ListJournal'> {
  return {
    async ListEvents({ applicationId, after, limit: asked, onlyEnd }) {
      const limit = checkedLimit(applicationId, asked);
      if (onlyEnd) {
        await integrate(applicationId);
        return { next: (await feed.end(applicationId)).toString() };
      }
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

    async ListJournal({ applicationId, after: text, limit: asked, filter: wire }, scope) {
      const limit = checkedLimit(applicationId, asked);
      const after = BigInt(text);
      const filter = await journalFilterOf(wire, (user) => walletsOf(applicationId, user, scope));
      // So that callers find what they were told before.
      await integrate(applicationId);
      if (!filter) {
        const { entries, previousHash, ...rest } = await readJournal(applicationId, after, limit);
        const withHashes = entries.map((chained, index) => ({
          chained,
          previousHash: entries[index - 1]?.hash ?? previousHash,
        }));
        return journalToWire({ ...rest, entries: withHashes, next: nextOf(entries, rest.head) });
      }
      const genesis = genesisOf(applicationId).hash;
      const { head, checkpoint } = await readJournal(applicationId, 0n, 1);
      const page = await readMatching(applicationId, filter, { after, limit, genesis });
      if (!page) throw invalidField('/after', 'must be the number of an entry');
      return journalToWire({ ...page, head, checkpoint });
    },
  };
}

function checkedLimit(applicationId: string, asked: number): number {
  if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
  const limit = asked || usualLimit;
  if (limit > mostEntries) throw invalidField('/limit', `must be at most ${mostEntries}`);
  return limit;
}

/** Undefined at the end of the chain. */
function nextOf(entries: readonly ChainedEntry[], head: JournalPage['head']): bigint | undefined {
  const last = entries.at(-1)?.seq;
  return last === head.seq ? undefined : last;
}

function journalToWire({
  entries,
  head,
  checkpoint,
  next,
}: FilteredPage & Pick<JournalPage, 'head' | 'checkpoint'>): ResponseOf<WalletDefinition['ListJournal']> {
  return {
    entries: entries.map(({ chained, previousHash }) => entryToWire(chained, previousHash)),
    headSeq: head.seq.toString(),
    headHash: head.hash,
    next: (next ?? 0n).toString(),
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
