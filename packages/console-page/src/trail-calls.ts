import type { Call } from './call-text.ts';
import type { Decision } from './parts/rule.tsx';
import { entriesQuery, newestQuery, tracesOf, usersQuery, type Clue, type JournalEntry } from './trail.ts';

// What a page asks of the API to say why something was denied.

const decisionCall = (id: string): Call => ({
  ...{ method: 'GET', path: `/v1/decision/${id}`, sdk: `await server.decisions.get('${id}')` },
});

/** `users`: who has the subject of the clue. `decisions`: what was found. Both are empty until they are known. */
export function callsOfClue(
  clue: Clue,
  users: readonly { readonly issuer: string; readonly subject: string }[],
  decisions: readonly Decision[],
): readonly Call[] {
  if (clue.kind === 'decision') return [decisionCall(clue.id)];
  const [only, ...others] = decisions;
  const claims = only && others.length === 0 ? [decisionCall(only.id)] : [];
  if (clue.kind === 'trace') return [decisionsCall(newestQuery({ trace_id: clue.id })), ...claims];
  return [
    {
      ...{ method: 'GET', path: pathOf('/v1/users', usersQuery(clue)) },
      sdk: 'for await (const user of server.users.list({ … })) …',
    },
    ...users.map(({ issuer, subject }) =>
      decisionsCall(newestQuery({ issuer, subject, outcome: 'deny' } as const)),
    ),
    ...claims,
  ];
}

const decisionsCall = (query: Readonly<Record<string, string>>): Call => ({
  ...{ method: 'GET', path: pathOf('/v1/policy/decisions', query) },
  sdk: 'for await (const decision of server.decisions.list({ … })) …',
});

/** Of the requests that were refused before a policy looked at them. */
export function callsOfRefusals(clue: Clue | undefined): readonly Call[] {
  if (clue?.kind === 'decision') return [];
  return [
    {
      ...{ method: 'GET', path: pathOf('/v1/refusal', clue?.kind === 'trace' ? { trace_id: clue.id } : {}) },
      sdk: 'await server.refusals.list({ … })',
    },
  ];
}

const webhooksCall: Call = {
  ...{ method: 'GET', path: '/v1/webhook' },
  sdk: 'for await (const webhook of server.webhooks.list()) …',
};

/** Of the journal and the webhooks. `entries` and `endpoints` are empty until they are known. */
export function callsOfTrail(
  decision: Decision,
  entries: readonly JournalEntry[],
  endpoints: readonly { readonly id: string }[],
): readonly Call[] {
  return [
    {
      ...{ method: 'GET', path: pathOf('/v1/audit', entriesQuery(decision)) },
      sdk: 'for await (const entry of server.audit.list({ … })) …',
    },
    ...(entries.length > 0 ? [webhooksCall] : []),
    ...endpoints.flatMap(({ id }) =>
      tracesOf(entries).map((trace): Call => ({
        ...{ method: 'GET', path: pathOf(`/v1/webhook/${id}/delivery`, { trace_id: trace, limit: '100' }) },
        sdk: `for await (const delivery of server.webhooks.deliveries('${id}', { … })) …`,
      })),
    ),
  ];
}

function pathOf(path: string, query: Readonly<Record<string, string>>): string {
  const text = new URLSearchParams(query).toString();
  return text === '' ? path : `${path}?${text}`;
}
