import type { PlacedEntry } from '@wallet-service/journal-format';
import { rangesToRead, readArchivedMatches, type ArchiveRange } from './archived-matches-store.js';
import { readStoredMatches, type JournalFilter, type TimePosition } from './journal-filter-store.js';
import { readEntries, type JournalPlaces } from './read-entries-store.js';

/** Where a page begins. */
export type Cursor = {
  /** An entry. 0: the beginning of the order. */
  readonly after: bigint;
  /**
   * Of a filtered page, how far the archive was read. Oldest first: up to a number. Newest first: the parts that are
   * left, as of `partsOf`, and with an `after` of 0 nothing else is left.
   */
  readonly place?: readonly bigint[];
};

export type AskedPage = Cursor & { readonly limit: number; readonly newestFirst?: boolean };

export type FilteredPage = {
  readonly entries: readonly PlacedEntry[];
  /** Undefined at the end. */
  readonly next: Cursor | undefined;
};

type Asked = {
  readonly places: JournalPlaces;
  readonly applicationId: string;
  readonly filter: JournalFilter;
  readonly limit: number;
};

/**
 * First what is in the archive alone, in the order of the journal. Then the rest, in the order of time, and of the
 * journal within a millisecond. With `newestFirst` all is the other way round. What goes to the archive between two
 * pages is on one of them, as all others. Undefined if the cursor names an entry that the journal does not have.
 */
export async function readMatching(
  places: JournalPlaces,
  applicationId: string,
  filter: JournalFilter,
  { after, place = [], limit, newestFirst = false }: AskedPage,
): Promise<FilteredPage | undefined> {
  const position = await positionOf(places, applicationId, after);
  const parts = newestFirst ? await partsOf(places, applicationId, place) : [];
  if (!position || !parts) return undefined;
  // Of a user without a wallet.
  if (filter.walletIds?.length === 0) return { entries: [], next: undefined };
  const asked = { places, applicationId, filter, limit };
  return newestFirst
    ? fromNewest(asked, { after, position }, parts)
    : fromOldest(asked, { after, position }, place[0] ?? 0n);
}

async function positionOf(
  places: JournalPlaces,
  applicationId: string,
  seq: bigint,
): Promise<TimePosition | undefined> {
  if (seq === 0n) return 'start';
  const [found] = await readEntries(places, applicationId, { after: seq - 1n, until: seq, limit: 1 });
  return found?.seq === seq ? { recordedAtMs: found.entry.recordedAtMs, seq } : undefined;
}

type Begin = { readonly after: bigint; readonly position: TimePosition };

/** `passed`: the entries up to this number were on earlier pages. */
async function fromOldest(
  { places, applicationId, filter, limit }: Asked,
  { after, position }: Begin,
  from: bigint,
): Promise<FilteredPage> {
  const order = { limit, newestFirst: false };
  for (let passed = from; ;) {
    const asked = { ...order, position, passed };
    const stored = await readStoredMatches(places.database, applicationId, filter, asked);
    const { entries, next, archived } = stored;
    if (archived <= passed) return { entries, next: next === undefined ? undefined : cursorOf(next, passed) };
    const range = { after: Number(passed), until: Number(archived) };
    const sinceMs = Math.max(filter.sinceMs ?? 0, position === 'start' ? 0 : position.recordedAtMs);
    const found = await readArchivedMatches(places, applicationId, {
      ...order,
      ranges: await rangesToRead(places.database, applicationId, range, {
        ...{ sinceMs, untilMs: filter.untilMs, newestFirst: false },
      }),
      isWanted: (each) => matches(filter, each) && (position === 'start' || inOrder(each, position) > 0),
    });
    passed = BigInt(found.reached ?? archived);
    if (found.entries.length > 0 || passed < archived)
      return { entries: found.entries, next: { after, place: [passed] } };
  }
}

/**
 * A part of the archive that is left, down to the one after it. `before`: of it those entries that come before this one
 * in the order of time, because the others were found in the database. 0: all.
 */
type Part = { readonly until: bigint; readonly before: bigint; readonly position: TimePosition };

/** Two numbers for each, the newest first. Without the last one if it is 0. */
async function partsOf(
  places: JournalPlaces,
  applicationId: string,
  place: readonly bigint[],
): Promise<readonly Part[] | undefined> {
  const parts: Part[] = [];
  for (let at = 0; at < place.length; at += 2) {
    const [until = 0n, before = 0n] = place.slice(at, at + 2);
    const position = await positionOf(places, applicationId, before);
    if (!position) return undefined;
    parts.push({ until, before, position });
  }
  return parts;
}

function placeOf(parts: readonly Part[]): readonly bigint[] {
  const place = parts.flatMap(({ until, before }) => [until, before]);
  return place.at(-1) === 0n ? place.slice(0, -1) : place;
}

/** `known`: what of the archive was left when the page before was read. */
async function fromNewest(
  asked: Asked,
  { after, position }: Begin,
  known: readonly Part[],
): Promise<FilteredPage> {
  if (after === 0n && known.length > 0) return newestArchived(asked, known);
  const { places, applicationId, filter, limit } = asked;
  const { entries, next, archived } = await readStoredMatches(places.database, applicationId, filter, {
    ...{ position, passed: 0n, limit, newestFirst: true },
  });
  const isMore = archived > (known[0]?.until ?? 0n);
  const parts = isMore ? [{ until: archived, before: after, position }, ...known] : known;
  if (next !== undefined) return { entries, next: { after: next, place: placeOf(parts) } };
  if (entries.length === 0) return newestArchived(asked, parts);
  const isEnd = (await rangesLeft(asked, parts)).length === 0;
  return { entries, next: isEnd ? undefined : { after: 0n, place: placeOf(parts) } };
}

async function newestArchived(asked: Asked, parts: readonly Part[]): Promise<FilteredPage> {
  const { places, applicationId, filter, limit } = asked;
  const partOf = (seq: bigint) => parts.findLast(({ until }) => seq <= until);
  const { entries, reached } = await readArchivedMatches(places, applicationId, {
    ranges: await rangesLeft(asked, parts),
    limit,
    newestFirst: true,
    isWanted(each) {
      const { position = 'start' } = partOf(each.seq) ?? {};
      return matches(filter, each) && (position === 'start' || inOrder(each, position) < 0);
    },
  });
  const until = BigInt(reached ?? 0);
  const current = partOf(until);
  if (until === 0n || !current) return { entries, next: undefined };
  const left = [{ ...current, until }, ...parts.filter((part) => part.until < until)];
  return { entries, next: { after: 0n, place: placeOf(left) } };
}

async function rangesLeft(
  { places: { database }, applicationId, filter }: Asked,
  parts: readonly Part[],
): Promise<readonly ArchiveRange[]> {
  const ranges: ArchiveRange[] = [];
  for (const [at, { until, position }] of parts.entries()) {
    const range = { after: Number(parts[at + 1]?.until ?? 0n), until: Number(until) };
    const end = position === 'start' ? Infinity : position.recordedAtMs + 1;
    const untilMs = Math.min(filter.untilMs ?? Infinity, end);
    const times = { sinceMs: filter.sinceMs, untilMs, newestFirst: true };
    ranges.push(...(await rangesToRead(database, applicationId, range, times)));
  }
  return ranges;
}

/** `place`: 0 where nothing is in an archive. */
function cursorOf(after: bigint, place: bigint): Cursor {
  return place === 0n ? { after } : { after, place: [place] };
}

/** Negative: the entry comes before the other one in the order of time. */
function inOrder({ seq, entry }: PlacedEntry, position: Exclude<TimePosition, 'start'>): number {
  return entry.recordedAtMs - position.recordedAtMs || Number(seq - position.seq);
}

function matches(
  { walletIds, outcome, traceId, sinceMs = 0, untilMs = Infinity }: JournalFilter,
  { entry }: PlacedEntry,
): boolean {
  return (
    (walletIds?.includes(entry.walletId) ?? true) &&
    (outcome === undefined || entry.outcome === outcome) &&
    (traceId === undefined || entry.traceId === traceId) &&
    entry.recordedAtMs >= sinceMs &&
    entry.recordedAtMs < untilMs
  );
}
