import type { PoolClient } from 'pg';
import { createQueryValues, readInIndexOrder } from '@wallet-service/postgres';
import { recordOf } from './decision-store.js';
import type { StoredDecision } from './decision.js';

/** Decisions must match all of them. */
export type DecisionFilter = {
  readonly walletId?: string | undefined;
  readonly userHash?: Buffer | undefined;
  readonly outcome?: string | undefined;
  readonly traceId?: string | undefined;
  /** At or after. Unix seconds. */
  readonly since?: number | undefined;
  /** Before. */
  readonly until?: number | undefined;
};

export type DecisionPage = {
  readonly policyId: string | undefined;
  readonly filter: DecisionFilter;
  readonly before: string | undefined;
  readonly limit: number;
};

/** `next`: the `before` of the next page. Undefined at the end. */
export type ListedDecisions = {
  readonly decisions: readonly StoredDecision[];
  readonly next: string | undefined;
};

const mostBytesListed = 1024 * 1024;
/** The most decisions that one page reads. A page of a rare combination may be short. */
const mostRead = 1000;
/** An id is made after the decision's time, within the time that a request has. */
const latestIdMs = 60_000;

const conditions = {
  traceId: 'trace_id = ?',
  userHash: 'user_hash = ?',
  walletId: 'wallet_id = ?',
  outcome: 'outcome = ?',
  since: 'time >= to_timestamp(?)',
  until: 'time < to_timestamp(?)',
} as const;

/** Of these each has an index in the order of the ids. The first matches the fewest decisions. */
const indexed = ['traceId', 'userHash', 'walletId', 'outcome'] as const;

/** Newest first: at most `limit`, and at most about 1 MiB. */
export async function listDecisions(
  client: PoolClient,
  applicationId: string,
  page: DecisionPage,
): Promise<ListedDecisions> {
  const { rows, next } = await readPage(client, pageQuery(applicationId, page, 'null::bytea'));
  return { decisions: rows.map(({ decision }) => decision), next };
}

export type DecisionWithRequest = {
  readonly decision: StoredDecision;
  /** Sealed. Null if the decision is from before requests were stored. */
  readonly request: Buffer | null;
};

/** The same, with what was to be signed. It counts among the 1 MiB. */
export function listDecisionsWithRequests(
  client: PoolClient,
  applicationId: string,
  page: DecisionPage,
): Promise<{ readonly rows: readonly DecisionWithRequest[]; readonly next: string | undefined }> {
  return readPage(client, pageQuery(applicationId, page, 'request'));
}

async function readPage(client: PoolClient, { text, values }: PageQuery) {
  await readInIndexOrder(client);
  const { rows } = await client.query<PageRow>(text, [...values]);
  const found = rows.flatMap(({ json, request }) =>
    json === null ? [] : [{ decision: recordOf(json), request }],
  );
  const [row] = rows;
  if (!row) return { rows: found, next: undefined };
  if (row.found !== null && row.found > found.length) return { rows: found, next: found.at(-1)?.decision.id };
  return { rows: found, next: row.count === mostRead ? row.last_read : undefined };
}

type PageQuery = { readonly text: string; readonly values: readonly unknown[] };

type PageRow = {
  readonly json: string | null;
  readonly request: Buffer | null;
  /** How many decisions match, up to one more than the page has. */
  readonly found: number | null;
  readonly last_read: string;
  /** How many decisions were read. */
  readonly count: number;
};

/** One condition chooses the index and limits what is read. The others are compared with that alone. */
function pageQuery(
  applicationId: string,
  { policyId, filter, before, limit }: DecisionPage,
  request: 'request' | 'null::bytea',
): PageQuery {
  const { values, bound } = createQueryValues(applicationId);
  const given = (Object.keys(conditions) as (keyof typeof conditions)[]).filter(
    (name) => filter[name] !== undefined,
  );
  const byIndex = (name: (typeof indexed)[number]): boolean =>
    given.includes(name) && (name !== 'outcome' || filter.outcome !== 'allow');
  const first = policyId === undefined ? indexed.find(byIndex) : undefined;
  const rest = given.filter((name) => name !== first);
  const source =
    policyId === undefined
      ? 'decisions'
      : 'decision_policies join decisions using (application_id, decision_id)';
  const read: string[] = [];
  if (policyId !== undefined) read.push(bound('policy_id = ?', policyId));
  if (first) read.push(bound(conditions[first], filter[first]));
  if (first === 'outcome') read.push(`outcome <> 'allow'`);
  if (before !== undefined) read.push(bound('decision_id < ?', before));
  if (filter.since !== undefined) read.push(bound('decision_id >= ?', firstIdAt(filter.since * 1000)));
  if (filter.until !== undefined)
    read.push(bound('decision_id < ?', firstIdAt(filter.until * 1000 + latestIdMs)));
  // Without other conditions every decision that is read matches.
  const most = rest.length === 0 ? limit + 1 : mostRead;
  const matching = rest.map((name) => bound(conditions[name], filter[name]));
  const bytes = `octet_length(record_json) + coalesce(octet_length(${request}), 0)`;
  const text = `
    with read as materialized (
      select decision_id as id, wallet_id, outcome, user_hash, trace_id, time from ${source}
       where application_id = $1 ${read.map((each) => `and ${each}`).join(' ')}
       order by decision_id desc limit ${most}),
    page as (
      select id from read where ${['true', ...matching].join(' and ')} order by id desc limit ${limit + 1}),
    measured as (
      select id, record_json as json, ${request} as request, (count(*) over ())::int as found,
             sum(${bytes}) over (order by id desc) - (${bytes}) as bytes_before
        from page join decisions on decision_id = id and application_id = $1),
    reached as (
      select id as last_read, (select count(*) from read)::int as count from read order by id limit 1)
    select json, request, found, last_read, count
      from reached left join measured on bytes_before < ${mostBytesListed}
     order by measured.id desc limit ${limit}`;
  return { text, values };
}

/** The first part of a UUID of version 7, which sorts before every id of this millisecond. */
function firstIdAt(ms: number): string {
  const hex = Math.max(0, ms).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}`;
}
