import type { ReceivedResponseOf, WebhooksDefinition } from '@wallet-service/grpc';
import Type, { type Static } from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id, noBody, nullableText, pageLimit, unixTime } from './field.js';
import { ofTrace } from './record-filter.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const path = '/v1/webhook/:id/delivery';
const tag = 'Webhooks';
const nullableInteger = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], description });

const attempt = Type.Object(
  {
    time: Type.Integer({ description: 'when it began: Unix seconds, UTC' }),
    duration_ms: Type.Integer({ description: 'until the answer, or until it was given up' }),
    response_status: nullableInteger('status of the answer; null: no answer'),
    problem: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: 'completes a sentence that begins with the address; null: delivered',
    }),
  },
  { title: 'WebhookAttempt' },
);

const answer = Type.Object(
  {
    id: Type.String(),
    event_id: Type.String({ description: 'the webhook-id header: the same at every attempt' }),
    event_type: Type.String(),
    status: Type.Enum(['pending', 'delivered', 'failed'], { type: 'string' }),
    attempts: Type.Integer({ description: 'of the present series; sending it again begins with 0' }),
    attempts_made: Type.Array(attempt, {
      description: 'newest first, at most 20, also those from before it was sent again',
    }),
    time_created: unixTime,
    time_next_attempt: nullableInteger('Unix seconds, UTC; null unless pending'),
    time_completed: nullableInteger('Unix seconds, UTC; null while pending'),
    response_status: nullableInteger('status of the last attempt’s answer; null: no answer'),
    problem: nullableText,
    payload: Type.Unknown({ description: 'the body as it is sent' }),
  },
  { title: 'WebhookDelivery' },
);

const example = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  event_id: 'evt_0192f0c1',
  event_type: 'wallet.created',
  status: 'delivered',
  attempts: 1,
  attempts_made: [{ time: 1_790_000_000, duration_ms: 84, response_status: 200, problem: null }],
  time_created: 1_790_000_000,
  time_next_attempt: null,
  time_completed: 1_790_000_001,
  response_status: 200,
  problem: null,
  payload: { type: 'wallet.created', timestamp: '2026-09-21T14:13:20.000Z', data: {} },
};

const documented = {
  listWebhookDeliveries: {
    operationId: 'listWebhookDeliveries',
    tag,
    summary: 'List the deliveries to an endpoint',
    description:
      'Newest first. `next` is the `before` of the next page. `trace_id` finds what was sent about a request: events ' +
      'of wallets and of signatures, and tests. Other events have none, and so have those from before 0.3.',
    refusals: ['webhook.endpoint-not-found'],
    answer: { data: [example], next: null },
  },
  redeliverWebhook: {
    operationId: 'redeliverWebhook',
    tag,
    summary: 'Deliver an event again',
    description:
      'A delivered or failed event gets all its attempts again. An event that waits for its next attempt is ' +
      'sent at once.',
    refusals: ['webhook.endpoint-not-found', 'webhook.delivery-not-found', 'webhook.endpoint-disabled'],
    answer: { ...example, status: 'pending', time_next_attempt: 1_790_000_100, time_completed: null },
  },
  testWebhookEndpoint: {
    operationId: 'testWebhookEndpoint',
    tag,
    summary: 'Send a test event to an endpoint',
    description:
      'An event of the type `webhook.test` goes to this endpoint alone, whatever `event_types` it has. It is signed, ' +
      'delivered and listed like any other. It waits for no other event.',
    refusals: ['webhook.endpoint-not-found', 'webhook.endpoint-disabled'],
    answer: {
      ...example,
      ...{
        event_type: 'webhook.test',
        status: 'pending',
        attempts: 0,
        attempts_made: [],
        response_status: null,
      },
      ...{ time_next_attempt: 1_790_000_000, time_completed: null },
      payload: { ...example.payload, type: 'webhook.test', data: { endpoint_id: example.id } },
    },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/webhook/{id}/delivery` and `test`: the deliveries to an endpoint, and its answers. */
export function webhookDeliveryRoutes({ webhooks }: Pick<Services, 'webhooks'>): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'read',
      method: 'GET',
      path,
      status: 200,
      params: Type.Object({ id }),
      query: Type.Object(
        {
          status: Type.Optional(Type.Enum(['pending', 'delivered', 'failed'], { type: 'string' })),
          trace_id: Type.Optional(ofTrace),
          before: Type.Optional(id),
          limit: Type.Optional(pageLimit),
        },
        { additionalProperties: false },
      ),
      answer: Type.Object({ data: Type.Array(answer), next: nullableText }),
      documentation: documented.listWebhookDeliveries,
      async handle({ caller: { applicationId }, params: { id: endpointId }, query, context }) {
        const { status = '', trace_id: traceId = '', before = '', limit = '50' } = query;
        const request = { applicationId, endpointId, status, traceId, before, limit: Number(limit) };
        const { deliveries, next } = await webhooks('ListDeliveries', request, context);
        return { data: deliveries.map(toResponse), next: next === '' ? null : next };
      },
    }),
    route({
      ...common,
      scope: 'webhooks',
      method: 'POST',
      path: `${path}/:delivery_id/redeliver`,
      status: 200,
      params: Type.Object({ id, delivery_id: id }),
      body: noBody,
      answer,
      documentation: documented.redeliverWebhook,
      async handle({ caller: { applicationId }, params, context }) {
        const request = { applicationId, endpointId: params.id, deliveryId: params.delivery_id };
        return toResponse(await webhooks('Redeliver', request, context));
      },
    }),
    route({
      ...common,
      scope: 'webhooks',
      method: 'POST',
      path: '/v1/webhook/:id/test',
      status: 200,
      params: Type.Object({ id }),
      body: noBody,
      answer,
      documentation: documented.testWebhookEndpoint,
      async handle({ caller: { applicationId }, params: { id: endpointId }, context }) {
        return toResponse(await webhooks('SendTestEvent', { applicationId, endpointId }, context));
      },
    }),
  ];
}

function toResponse(delivery: ReceivedResponseOf<WebhooksDefinition['Redeliver']>) {
  return {
    id: delivery.id,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    status: delivery.status as Static<typeof answer>['status'],
    attempts: delivery.attempts,
    attempts_made: delivery.attemptsMade.map((made) => ({
      time: Number(made.time),
      duration_ms: made.durationMs,
      response_status: made.responseStatus || null,
      problem: made.problem === '' ? null : made.problem,
    })),
    time_created: Number(delivery.timeCreated),
    time_next_attempt: Number(delivery.timeNextAttempt) || null,
    time_completed: Number(delivery.timeCompleted) || null,
    response_status: delivery.responseStatus || null,
    problem: delivery.problem === '' ? null : delivery.problem,
    payload: JSON.parse(delivery.payloadJson) as unknown,
  };
}
