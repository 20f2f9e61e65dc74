import type { Pool } from 'pg';
import {
  createQueryValues,
  inTransaction,
  readInIndexOrder,
  type QueryValues,
} from '@wallet-service/postgres';
import type { PlacedEntry } from '@wallet-service/journal-format';
import { entryOfRow, journalColumns, type JournalRow } from '@wallet-service/journal-format/stored';

/** Entries must match all of them. */
export type JournalFilter = {
  /** Of the wallet, or of all wallets of a user. */
  readonly walletIds?: readonly string[] | undefined;
  readonly outcome?: string | undefined;
  readonly traceId?: string | undefined;
  /** At or after. Unix milliseconds. */
  readonly sinceMs?: number | undefined;
  /** Before. */
  readonly untilMs?: number | undefined;
};

/** Of the order of time: an entry, or its beginning. */
export type TimePosition = { readonly recordedAtMs: number; readonly seq: bigint } | 'start';

export type AskedMatches = {
  /** What comes after it in the order is asked for. */
  readonly position: TimePosition;
  /** Oldest first: the entries up to this number are not asked for. */
  readonly passed: bigint;
  readonly limit: number;
  readonly newestFirst: boolean;
};

export type StoredMatches = {
  readonly entries: readonly PlacedEntry[];
  /** The entry after which the next page goes on. Undefined at the end. */
  readonly next: bigint | undefined;
  /** The entries up to this number may be in the archive alone. All others are in the database. */
  readonly archived: bigint;
};

/** Bytes of the decisions and details on a page. */
export const mostBytes = 1024 * 1024;
/** The most entries that one page reads, of each wallet. A page of a rare combination may be short. */
const mostRead = 1000;

/**
 * The matches that are not in the archive alone, in the order of time, and of the journal within a millisecond, or with
 * `newestFirst` the other way round. With the oldest first there is none while others after `passed` may be in the
 * archive alone, because these come before.
 */
export function readStoredMatches(
  database: Pool,
  applicationId: string,
  filter: JournalFilter,
  asked: AskedMatches,
): Promise<StoredMatches> {
  return inTransaction(
    database,
    async (transaction) => {
      await readInIndexOrder(transaction);
      const { text, values } = pageQuery(applicationId, filter, asked);
      const { rows } = await transaction.query<PageRow>(text, [...values]);
      return pageOf(applicationId, rows);
    },
    { applicationId },
  );
}

// It is read with the entries, in one statement, so that no month is dropped in between.
const archivedSql =
  'select coalesce(max(size), 0) as size from journal_archives where application_id = $1 and is_dropped';

type PageRow = { [Column in keyof JournalRow]: JournalRow[Column] | null } & {
  /** How many entries match, up to one more than the page has. */
  readonly found: number | null;
  readonly last_read: bigint | null;
  /** How many entries were read. */
  readonly count: number | null;
  readonly archived: bigint;
};

type Bound = QueryValues['bound'];

/** One condition chooses the index and limits what is read. The others are compared with that alone. */
function pageQuery(
  applicationId: string,
  filter: JournalFilter,
  { position, passed, limit, newestFirst }: AskedMatches,
): { readonly text: string; readonly values: readonly unknown[] } {
  const { values, bound } = createQueryValues(applicationId);
  const [forward, back] = newestFirst ? (['desc', 'asc'] as const) : (['asc', 'desc'] as const);
  const ordered = (prefix = '', way = forward) =>
    `order by ${prefix}recorded_at_ms ${way}, ${prefix}seq ${way}`;
  const read = [
    'application_id = $1',
    ...rangeOf(filter, position, newestFirst ? '<' : '>', bound),
    // Oldest first, nothing is read while the archive has something after `passed`.
    ...(newestFirst
      ? ['seq > (select size from boundary)']
      : [bound('seq > ? and ? >= (select size from boundary)', passed, passed)]),
  ];
  const { first, rest } = chosen(filter, bound);
  if (first) read.push(first);
  // Without other conditions every entry that is read matches.
  const most = rest.length === 0 ? limit + 1 : mostRead;
  const inOrder = `${ordered()} limit ${most}`;
  const columns = 'seq, recorded_at_ms, wallet_id, outcome';
  const ofEachWallet = (ids: readonly string[]): string =>
    bound(
      `select each.* from unnest(?::uuid[]) as wallet (id), lateral (
         select ${columns} from journal_entries where wallet_id = wallet.id and ${read.join(' and ')} ${inOrder}
       ) as each ${inOrder}`,
      ids,
    );
  const source =
    filter.walletIds && filter.traceId === undefined
      ? ofEachWallet(filter.walletIds)
      : `select ${columns} from journal_entries where ${read.join(' and ')} ${inOrder}`;
  const text = `
    with boundary as materialized (${archivedSql}),
    read as materialized (${source}),
    page as (
      select seq from read where ${['true', ...rest].join(' and ')} ${ordered()} limit ${limit + 1}),
    measured as (
      select e.*, (count(*) over ())::int as found,
             row_number() over (${ordered('e.')}) as place,
             sum(octet_length(e.decision) + octet_length(e.details)) over (${ordered('e.')})
               - octet_length(e.decision) - octet_length(e.details) as bytes_before
        from page cross join lateral (
          select * from journal_entries where application_id = $1 and seq = page.seq limit 1) as e),
    reached as (
      select seq as last_read, (select count(*) from read)::int as count from read
       ${ordered('', back)} limit 1)
    select ${journalColumns}, found, last_read, count, boundary_size as archived
      from (select size as boundary_size from boundary) as b left join reached on true
      left join measured on bytes_before < ${mostBytes} and place <= ${limit}
     ${ordered()}`;
  return { text, values };
}

function rangeOf(
  { sinceMs, untilMs }: JournalFilter,
  position: TimePosition,
  beyond: '<' | '>',
  bound: Bound,
): string[] {
  return [
    ...(sinceMs === undefined ? [] : [bound('recorded_at_ms >= ?', sinceMs)]),
    ...(untilMs === undefined ? [] : [bound('recorded_at_ms < ?', untilMs)]),
    ...(position === 'start'
      ? []
      : [
          bound(
            `(recorded_at_ms, seq) ${beyond} (?::bigint, ?::bigint)`,
            position.recordedAtMs,
            position.seq,
          ),
        ]),
  ];
}

/** The condition with the index that matches the fewest entries. Undefined: the index of wallets, or of times. */
function chosen({ walletIds, outcome, traceId }: JournalFilter, bound: Bound) {
  const rest: string[] = [];
  const ofOutcome = outcome === undefined ? [] : [outcome];
  if (traceId !== undefined) {
    if (walletIds) rest.push(bound('wallet_id = any(?::uuid[])', walletIds));
    rest.push(...ofOutcome.map((each) => bound('outcome = ?', each)));
    return { first: bound(`trace_id = ? and trace_id <> ''`, traceId), rest };
  }
  if (!walletIds && (outcome === 'denied' || outcome === 'failed'))
    return { first: bound(`outcome = ? and outcome in ('denied', 'failed')`, outcome), rest };
  rest.push(...ofOutcome.map((each) => bound('outcome = ?', each)));
  return { first: undefined, rest };
}

function pageOf(applicationId: string, rows: readonly PageRow[]): StoredMatches {
  const whole = rows.filter((row): row is PageRow & JournalRow => row.seq !== null);
  const entries = whole.map((row) => ({ seq: row.seq, entry: entryOfRow(applicationId, row) }));
  const [row] = rows;
  const archived = row?.archived ?? 0n;
  const isCut = row !== undefined && row.found !== null && row.found > entries.length;
  if (isCut) return { entries, archived, next: whole.at(-1)?.seq };
  const isCapped = row !== undefined && (row.count ?? 0) >= mostRead;
  return { entries, archived, next: isCapped ? (row.last_read ?? undefined) : undefined };
}
