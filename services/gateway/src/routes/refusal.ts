import Type from 'typebox';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import type { RefusalNotes, RefusedRequest } from '../statistics/refusal-notes.js';
import { nullableText, unixTime } from './field.js';
import { ofTrace } from './record-filter.js';

export type RefusalDeps = { readonly refusalsOf: RefusalNotes['read'] };

const textOrNull = (description: string) => ({ ...nullableText, description });

const ofVerified = 'of the token; null unless it was verified, and something else refused the request';

const refusal = Type.Object(
  {
    trace_id: Type.String({ description: '`X-Trace-Id` of the answer' }),
    time: unixTime,
    method: Type.String(),
    path: Type.String({ description: 'of the route' }),
    status: Type.Integer({ description: 'of the answer' }),
    code: Type.String({ description: 'of the error' }),
    reason: textOrNull('which check failed, such as `token-audience`; null: the code says it'),
    fields: Type.Array(Type.String(), { description: 'the first fields that are not valid, without values' }),
    issuer: textOrNull(ofVerified),
    subject: textOrNull(ofVerified),
  },
  { title: 'Refusal' },
);

const documentation = {
  operationId: 'listRefusals',
  tag: 'Application',
  summary: 'List requests that were refused without a decision',
  description:
    'Requests for signatures and wallets that no policy decided about, because something else refused them first, ' +
    'such as their token, a field or a limit. Newest first, at most 200 of the last eight days. Only those whose API ' +
    'key or secret key is of the application. Tokens and bodies are never kept, nor names in them that the route ' +
    'does not know. Each gateway notes 20 in ten seconds at most. ' +
    'The notes are in the memory that gateways share, to which each adds its own every ten seconds, and may be lost.',
  answer: {
    data: [
      {
        trace_id: '4bf92f3577b34da6a3ce929d0e0e4736',
        time: 1_790_000_000,
        ...{ method: 'POST', path: '/v2/wallet/sign/message', status: 401, code: 'auth.token-expired' },
        ...{ reason: 'token-expired', fields: [], issuer: null, subject: null },
      },
    ],
  },
} as const satisfies Documentation;

/** `GET /v1/refusal`. */
export function refusalRoute({ refusalsOf }: RefusalDeps): Route {
  return route({
    ...{ authentication: 'secret-key', rateClass: 'management', errors: 'problem', scope: 'lookup' },
    method: 'GET',
    path: '/v1/refusal',
    status: 200,
    query: Type.Object({ trace_id: Type.Optional(ofTrace) }, { additionalProperties: false }),
    answer: Type.Object({ data: Type.Array(refusal) }),
    documentation,
    async handle({ caller: { applicationId }, query }) {
      const found = await refusalsOf(applicationId);
      const { trace_id: traceId } = query;
      const asked = traceId === undefined ? found : found.filter((one) => one.traceId === traceId);
      return { data: asked.map(toResponse) };
    },
  });
}

function toResponse(refused: RefusedRequest) {
  const { traceId, time, method, path, status, code } = refused;
  const { reason = null, fields = [], issuer = null, subject = null } = refused;
  return {
    trace_id: traceId,
    time,
    method,
    path,
    status,
    code,
    reason,
    fields: [...fields],
    issuer,
    subject,
  };
}
