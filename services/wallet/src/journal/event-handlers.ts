import { AppError, invalidField } from '@wallet-service/errors';
import type { Handlers, ResponseOf, WalletDefinition } from '@wallet-service/grpc';
import type { Suspect } from '@wallet-service/postgres';
import { isUuid } from '@wallet-service/values';
import { eventOfEntry } from './event-of-entry.js';
import { leafDataOf, type PlacedEntry } from '@wallet-service/journal-format';
import { leafHashOf } from '@wallet-service/transparency-log';
import type { CallScope } from '../signer/signer-client.js';
import type { JournalFilter } from './journal-filter-store.js';
import { journalFilterOf, type JournalUser } from './journal-filter-on-the-wire.js';
import type { JournalFeed } from './journal-feed-store.js';
import type { JournalEnd, JournalPage, PageCheckpoint } from './journal-page-store.js';
import type { AskedPage, Cursor, FilteredPage } from './read-matching.js';

const usualLimit = 100;
const mostEntries = 500;

export type EventHandlersDeps = {
  readonly feed: JournalFeed;
  /** Resolves when the journal contains what was durable before the call. */
  readonly integrate: (applicationId: string) => Promise<void>;
  readonly readJournal: (applicationId: string, page: AskedPage) => Promise<JournalPage>;
  readonly readMatching: (
    applicationId: string,
    filter: JournalFilter,
    page: AskedPage,
  ) => Promise<FilteredPage | undefined>;
  /** Inclusion proofs of entries in the tree of the first `size`. */
  readonly proveEntries: (
    applicationId: string,
    seqs: readonly bigint[],
    size: number,
  ) => Promise<ReadonlyMap<bigint, readonly Uint8Array[]>>;
  /** Undefined: the log has no such file. */
  readonly readLogFile: (applicationId: string, path: string) => Promise<Uint8Array | undefined>;
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
  proveEntries,
  readLogFile,
  walletsOf,
  onSuspect,
}: EventHandlersDeps): Pick<Handlers<WalletDefinition>, 'ListEvents' | 'ListJournal' | 'GetLogFile'> {
  async function proofsOf(
    applicationId: string,
    { entries, size, checkpoint }: JournalPage,
  ): Promise<Proofs> {
    // A checkpoint of more than there is proves nothing. Whoever verifies the page notices.
    if (!checkpoint || checkpoint.size > size) return new Map();
    const covered = entries.map(({ seq }) => seq).filter((seq) => seq <= BigInt(checkpoint.size));
    return proveEntries(applicationId, covered, checkpoint.size);
  }

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

    async ListJournal({ applicationId, after, place, limit, filter: wire, withProofs, newestFirst }, scope) {
      const cursor = { after: BigInt(after), place: place.map(BigInt) };
      const asked = { ...cursor, limit: checkedLimit(applicationId, limit), newestFirst };
      const filter = await journalFilterOf(wire, (user) => walletsOf(applicationId, user, scope));
      if (!filter && place.length > 0) throw invalidField('/after', 'is of a list with a filter');
      // So that callers find what they were told before.
      await integrate(applicationId);
      const newest = { after: 0n, limit: 1, newestFirst: true };
      const whole = await readJournal(applicationId, filter ? newest : asked);
      const matching = filter && (await readMatching(applicationId, filter, asked));
      if (filter && !matching) throw invalidField('/after', 'must be the number of an entry that is kept');
      const page = { ...whole, ...(matching ?? { next: nextOf(whole, newestFirst) }) };
      return journalToWire(page, withProofs ? await proofsOf(applicationId, page) : new Map());
    },

    async GetLogFile({ applicationId, path }) {
      if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
      const content = await readLogFile(applicationId, path);
      if (!content) throw new AppError('request.not-found', 'the log has no such file, or not yet');
      return { content: Buffer.from(content) };
    },
  };
}

type Proofs = ReadonlyMap<bigint, readonly Uint8Array[]>;

function checkedLimit(applicationId: string, asked: number): number {
  if (!isUuid(applicationId)) throw invalidField('/application_id', 'must be a UUID');
  const limit = asked || usualLimit;
  if (limit > mostEntries) throw invalidField('/limit', `must be at most ${mostEntries}`);
  return limit;
}

/** Undefined at the end of the journal, in the order of the page. */
function nextOf({ entries, size, removed }: JournalPage, newestFirst: boolean): Cursor | undefined {
  const last = entries.at(-1)?.seq;
  if (last === undefined) return undefined;
  const isLast = newestFirst ? last <= BigInt((removed?.size ?? 0) + 1) : last >= BigInt(size);
  return isLast ? undefined : { after: last };
}

function journalToWire(
  { entries, size, checkpoint, archived, removed, next }: FilteredPage & JournalEnd,
  proofs: Proofs,
): ResponseOf<WalletDefinition['ListJournal']> {
  return {
    entries: entries.map((placed) => entryToWire(placed, proofs.get(placed.seq) ?? [])),
    size: String(size),
    next: String(next?.after ?? 0n),
    nextPlace: (next?.place ?? []).map(String),
    archived: String(archived),
    removed: String(removed?.size ?? 0),
    removedHashes: (removed?.hashes ?? []).map((hash) => Buffer.from(hash)),
    ...(checkpoint && { checkpoint: checkpointToWire(checkpoint) }),
  };
}

type CheckpointOnTheWire = NonNullable<ResponseOf<WalletDefinition['ListJournal']>['checkpoint']>;

function checkpointToWire({ size, time, publicKey, note }: PageCheckpoint): CheckpointOnTheWire {
  return { size: String(size), time: String(time), publicKey: Buffer.from(publicKey), note };
}

type EntryOnTheWire = NonNullable<ResponseOf<WalletDefinition['ListJournal']>['entries']>[number];

function entryToWire({ seq, entry }: PlacedEntry, proof: readonly Uint8Array[]): EntryOnTheWire {
  const { payloadHashes } = entry;
  return {
    seq: seq.toString(),
    leafHash: Buffer.from(leafHashOf(leafDataOf(entry))),
    inclusionProof: proof.map((hash) => Buffer.from(hash)),
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
