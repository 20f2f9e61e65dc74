import Type from 'typebox';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { keptSeconds, type RequestCounter } from '../statistics/request-counter.js';
import { unixTime } from './field.js';
import { since } from './time-filter.js';

export type StatisticsDeps = { readonly requestsOf: RequestCounter['read'] };

const hour = 3_600;
const steps = { '3600': hour, '21600': 6 * hour, '86400': 24 * hour } as const;
const day = 24 * hour;

const count = (description: string) => Type.Integer({ minimum: 0, description });
const milliseconds = Type.Number({ description: 'milliseconds from the first byte in to the last byte out' });
const requests = (description: string) =>
  Type.Object(
    {
      succeeded: count('answered with 2xx'),
      mfa_required: count('refused until the user signs in with a second factor: `auth.mfa-required`'),
      approval_required: count('waiting for owners: `policy.approval-required`'),
      denied: count('denied by policies'),
      refused: count('any other answer with 4xx'),
      failed: count('answered with 5xx'),
      latency_ms: Type.Union(
        [Type.Object({ p50: milliseconds, p95: milliseconds, p99: milliseconds }), Type.Null()],
        { description: 'quantiles, estimated from twelve classes of duration; null: there were no requests' },
      ),
    },
    { description },
  );
const answer = Type.Object(
  {
    step_seconds: Type.Integer({ description: 'how long a step is' }),
    data: Type.Array(
      Type.Object({
        time: { ...unixTime, description: 'Unix seconds: when the step begins' },
        signatures: requests('requests for signatures, on Express and Core'),
        others: requests('all other requests'),
      }),
    ),
  },
  { title: 'Statistics' },
);

const none = { succeeded: 0, mfa_required: 0, approval_required: 0, denied: 0, refused: 0, failed: 0 };
const documentation = {
  operationId: 'getStatistics',
  tag: 'Application',
  summary: 'Count requests, errors and latency',
  description:
    'All requests whose credentials were those of the application, in steps of time, oldest first. The last step is ' +
    'still growing. Steps older than eight days are left out. The counts are for charts and not exact: they are in ' +
    'the memory that gateways share, to which each adds its own every ten seconds. The journal is exact.',
  answer: {
    step_seconds: hour,
    data: [
      {
        time: 1_790_000_000,
        signatures: { ...none, succeeded: 1_204, denied: 3, latency_ms: { p50: 7.1, p95: 18.4, p99: 42 } },
        others: { ...none, latency_ms: null },
      },
    ],
  },
} as const satisfies Documentation;

/** `GET /v1/application/statistics`. */
export function statisticsRoute({ requestsOf }: StatisticsDeps): Route {
  return route({
    ...{ authentication: 'secret-key', rateClass: 'management', errors: 'problem', scope: 'lookup' },
    method: 'GET',
    path: '/v1/application/statistics',
    status: 200,
    query: Type.Object(
      {
        since: Type.Optional(since('requests')),
        step: Type.Optional(
          Type.Enum(Object.keys(steps) as (keyof typeof steps)[], {
            type: 'string',
            description: 'how long a step is, in seconds; one hour by default',
            examples: ['3600'],
          }),
        ),
      },
      { additionalProperties: false },
    ),
    answer,
    documentation,
    async handle({ caller: { applicationId }, query }) {
      const now = Math.floor(Date.now() / 1_000);
      const from = query.since === undefined ? now - day : Number(query.since);
      const stepSeconds = steps[query.step ?? '3600'];
      return {
        step_seconds: stepSeconds,
        data: await requestsOf(applicationId, Math.max(from, now - keptSeconds), stepSeconds),
      };
    },
  });
}
