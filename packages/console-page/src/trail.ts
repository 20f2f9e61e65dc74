import type { ServerClient } from '@wallet-service/sdk/server';
import { takeFrom } from './lists.ts';
import type { AttemptsMade } from './parts/attempts.tsx';
import type { Decision } from './parts/rule.tsx';

export type JournalEntry = Awaited<
  ReturnType<
    ReturnType<ServerClient['audit']['list']>['pages'] extends () => AsyncIterable<infer P> ? () => P : never
  >
>['data'][number];

/** What a person may have to begin with: the id of a decision, the trace id of an answer, or a user. */
export type Clue =
  | { readonly kind: 'decision'; readonly id: string }
  | { readonly kind: 'trace'; readonly id: string }
  | { readonly kind: 'user'; readonly subject: string };

export function clueIn(text: string): Clue {
  const given = text.trim();
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(given))
    return { kind: 'decision', id: given.toLowerCase() };
  if (/^[0-9a-f]{32}$/i.test(given)) return { kind: 'trace', id: given.toLowerCase() };
  // traceparent (W3C Trace Context).
  const [, trace] = /^[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/i.exec(given) ?? [];
  if (trace !== undefined) return { kind: 'trace', id: trace.toLowerCase() };
  return { kind: 'user', subject: given };
}

const mostDecisions = 20;
const mostIssuers = 5;

/** Newest first. A decision that is the only one has its claims. */
export async function decisionsOf(api: ServerClient, clue: Clue): Promise<readonly Decision[]> {
  if (clue.kind === 'decision') return [await api.decisions.get(clue.id)];
  const limit = String(mostDecisions);
  if (clue.kind === 'trace')
    return withClaims(api, await takeFrom(api.decisions.list({ trace_id: clue.id, limit }), mostDecisions));
  // A user is a subject of an issuer. Who was ever asked about has a wallet.
  const users = await takeFrom(api.users.list({ subject: clue.subject }), mostIssuers);
  const found = await Promise.all(
    users.map(({ issuer, subject }) =>
      takeFrom(api.decisions.list({ issuer, subject, outcome: 'deny', limit }), mostDecisions),
    ),
  );
  return withClaims(
    api,
    found
      .flat()
      .toSorted((one, other) => Date.parse(other.time) - Date.parse(one.time))
      .slice(0, mostDecisions),
  );
}

/** Lists leave the claims out. */
async function withClaims(api: ServerClient, found: readonly Decision[]): Promise<readonly Decision[]> {
  const [only, ...others] = found;
  return only && others.length === 0 ? [await api.decisions.get(only.id)] : found;
}

const mostEntries = 200;
const around = 120;

/** The entries of the request that a decision is about. They name it, or stand beside an entry that does. */
export async function entriesOf(api: ServerClient, decision: Decision): Promise<readonly JournalEntry[]> {
  const at = Math.floor(Date.parse(decision.time) / 1000);
  const query = {
    ...{ wallet_id: decision.wallet_id, limit: '100' },
    ...{ since: String(at - around), until: String(at + around) },
  };
  return ofDecision(await takeFrom(api.audit.list(query), mostEntries), decision.id);
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
export type Sent = { readonly endpoint: string; readonly url: string; readonly delivery: Delivery };

const mostDeliveries = 200;

/** What was sent about the requests of these entries. Callers may use a trace for several requests. */
export async function deliveriesOf(
  api: ServerClient,
  entries: readonly JournalEntry[],
): Promise<readonly Sent[]> {
  const requests = new Set(entries.map(({ request_id: request }) => request));
  const traces = [...new Set(entries.map(({ trace_id: trace }) => trace))].filter((trace) => trace !== '');
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
  return sent.flat();
}

function requestIn(payload: unknown): string | undefined {
  const { data } = (payload ?? {}) as { readonly data?: { readonly request_id?: string } };
  return data?.request_id;
}
