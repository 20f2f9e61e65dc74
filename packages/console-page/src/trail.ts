import { WalletServiceError } from '@wallet-service/sdk';
import type { ServerClient } from '@wallet-service/sdk/server';
import { takeFrom } from './lists.ts';
import type { AttemptsMade } from './parts/attempts.tsx';
import type { Decision } from './parts/rule.tsx';

export type JournalEntry = Awaited<
  ReturnType<
    ReturnType<ServerClient['audit']['list']>['pages'] extends () => AsyncIterable<infer P> ? () => P : never
  >
>['data'][number];

/**
 * What a person may have to begin with: the id of a decision, the trace id of an answer, or a user. Whoever types a
 * user knows no issuer.
 */
export type Clue =
  | { readonly kind: 'decision'; readonly id: string }
  | { readonly kind: 'trace'; readonly id: string }
  | { readonly kind: 'user'; readonly subject: string; readonly issuer?: string };

/** What the text may be, likeliest first. Some identity providers have UUIDs, or hexadecimal digits, as subjects. */
export function cluesIn(text: string): readonly [Clue, ...Clue[]] {
  const given = text.trim();
  const user: Clue = { kind: 'user', subject: given };
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(given))
    return [{ kind: 'decision', id: given.toLowerCase() }, user];
  if (/^[0-9a-f]{32}$/i.test(given)) return [{ kind: 'trace', id: given.toLowerCase() }, user];
  // traceparent (W3C Trace Context).
  const [, trace] = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/i.exec(given) ?? [];
  return [trace === undefined ? user : { kind: 'trace', id: trace.toLowerCase() }];
}

type Followed = Found & { readonly clue: Clue };

/** Where the first of them leads that is of something here. Of the first, if none is. */
export async function follow(
  api: ServerClient,
  [first, ...others]: readonly [Clue, ...Clue[]],
): Promise<Followed> {
  for (const clue of [first, ...others]) {
    const found = await decisionsOf(api, clue);
    if (found) return { clue, ...found };
  }
  return { clue: first, users: [], decisions: [] };
}

const mostDecisions = 20;
const mostIssuers = 5;

type User = { readonly issuer: string; readonly subject: string };
type UserClue = Clue & { readonly kind: 'user' };
/** `users`: who has the subject of the clue. */
export type Found = { readonly users: readonly User[]; readonly decisions: readonly Decision[] };

export const usersQuery = ({ subject, issuer }: UserClue) => ({
  ...{ subject, ...(issuer !== undefined && { issuer }) },
});
export const newestQuery = <Query extends object>(query: Query) => ({
  ...query,
  limit: String(mostDecisions),
});

/** Newest first. A decision that is the only one has its claims. Undefined: the clue is of nothing that is here. */
async function decisionsOf(api: ServerClient, clue: Clue): Promise<Found | undefined> {
  if (clue.kind === 'decision') return decisionOf(api, clue.id);
  const found =
    clue.kind === 'trace'
      ? {
          users: [],
          decisions: await takeFrom(api.decisions.list(newestQuery({ trace_id: clue.id })), mostDecisions),
        }
      : await denialsOf(api, clue);
  if (found?.decisions.length) return { ...found, decisions: await withClaims(api, found.decisions) };
  return found && clue.kind === 'user' ? found : wasRefused(api, clue);
}

async function decisionOf(api: ServerClient, id: string): Promise<Found | undefined> {
  try {
    return { users: [], decisions: [await api.decisions.get(id)] };
  } catch (error) {
    if (error instanceof WalletServiceError && error.code === 'policy.decision-not-found') return undefined;
    throw error;
  }
}

/** A user is a subject of an issuer. Who was ever asked about has a wallet. */
async function denialsOf(api: ServerClient, clue: UserClue): Promise<Found | undefined> {
  const users = await takeFrom(api.users.list(usersQuery(clue)), mostIssuers);
  if (users.length === 0) return undefined;
  const found = await Promise.all(
    users.map(({ issuer, subject }) =>
      takeFrom(api.decisions.list(newestQuery({ issuer, subject, outcome: 'deny' } as const)), mostDecisions),
    ),
  );
  const newest = found
    .flat()
    .toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))
    .slice(0, mostDecisions);
  return { users, decisions: newest };
}

/** Requests that were refused before a policy looked at them: of a trace, of a user, or the newest of all. */
export async function refusalsOf(api: ServerClient, clue: Clue | undefined) {
  const { data } = await api.refusals.list(clue?.kind === 'trace' ? { trace_id: clue.id } : {});
  if (clue?.kind !== 'user') return data;
  const { subject, issuer } = clue;
  return data.filter((one) => one.subject === subject && (issuer ?? one.issuer) === one.issuer);
}

async function wasRefused(api: ServerClient, clue: Clue): Promise<Found | undefined> {
  return (await refusalsOf(api, clue)).length > 0 ? { users: [], decisions: [] } : undefined;
}

/** Lists leave the claims out. */
async function withClaims(api: ServerClient, found: readonly Decision[]): Promise<readonly Decision[]> {
  const [only, ...others] = found;
  return only && others.length === 0 ? [await api.decisions.get(only.id)] : found;
}

const mostEntries = 200;
const around = 120;

export function entriesQuery({ time, wallet_id: wallet }: Decision) {
  const at = Math.floor(Date.parse(time) / 1000);
  return { wallet_id: wallet, limit: '100', since: String(at - around), until: String(at + around) };
}

/** The entries of the request that a decision is about. They name it, or stand beside an entry that does. */
export async function entriesOf(api: ServerClient, decision: Decision): Promise<readonly JournalEntry[]> {
  return ofDecision(await takeFrom(api.audit.list(entriesQuery(decision)), mostEntries), decision.id);
}

export function ofDecision(entries: readonly JournalEntry[], id: string): readonly JournalEntry[] {
  const names = (entry: JournalEntry): boolean =>
    (entry.decision as { readonly id?: unknown } | null)?.id === id;
  const requests = new Set(entries.filter(names).map(({ request_id: request }) => request));
  return entries.filter(({ request_id: request }) => requests.has(request));
}

type Delivery = {
  readonly id: string;
  readonly event_type: string;
  readonly status: string;
  readonly attempts: number;
  readonly attempts_made: AttemptsMade;
  readonly time_created: number;
  readonly payload: unknown;
};
type Sent = { readonly endpoint: string; readonly url: string; readonly delivery: Delivery };

const mostDeliveries = 200;

export function tracesOf(entries: readonly JournalEntry[]): readonly string[] {
  return [...new Set(entries.map(({ trace_id: trace }) => trace))].filter((trace) => trace !== '');
}

/** What was sent about the requests of these entries. Callers may use a trace for several requests. */
export async function deliveriesOf(
  api: ServerClient,
  entries: readonly JournalEntry[],
): Promise<{ readonly endpoints: readonly { readonly id: string }[]; readonly sent: readonly Sent[] }> {
  const requests = new Set(entries.map(({ request_id: request }) => request));
  const traces = tracesOf(entries);
  const endpoints = await takeFrom(api.webhooks.list(), 50);
  const sent = await Promise.all(
    endpoints.flatMap(({ id, url }) =>
      traces.map(async (trace) => {
        const query = { trace_id: trace, limit: '100' };
        const deliveries = await takeFrom(api.webhooks.deliveries(id, query), mostDeliveries);
        return deliveries
          .filter(({ payload }) => requests.has(requestIn(payload) ?? ''))
          .map((delivery) => ({ endpoint: id, url, delivery }));
      }),
    ),
  );
  return { endpoints, sent: sent.flat() };
}

function requestIn(payload: unknown): string | undefined {
  const { data } = (payload ?? {}) as { readonly data?: { readonly request_id?: string } };
  return data?.request_id;
}
