import type { ReceivedResponseOf, WebhooksDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { webhookEvents } from '../openapi/webhook-events.js';
import { route, type Route } from '../route.js';
import { defined, id, nullableText, present, unixTime } from './field.js';

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const closed = { additionalProperties: false } as const;
const path = '/v1/webhook';
const one = { ...common, path: `${path}/:id`, params: Type.Object({ id }) } as const;
const tag = 'Webhooks';
const notFound = ['webhook.endpoint-not-found'] as const;

const fields = {
  url: Type.String({
    minLength: 1,
    maxLength: 2048,
    description:
      'an https URL at a public address, on a port that the operator allows (443). Checked again at each ' +
      'delivery. The local stack also accepts http on this machine',
  }),
  description: Type.Optional(Type.String({ maxLength: 255 })),
  event_types: Type.Optional(
    Type.Array(Type.String({ minLength: 1, maxLength: 64 }), {
      maxItems: 20,
      description: `${Object.keys(webhookEvents).join(', ')}; empty: all, including future ones`,
    }),
  ),
};
const shape = {
  id: Type.String(),
  url: Type.String(),
  description: Type.String(),
  event_types: Type.Array(Type.String()),
  enabled: Type.Boolean(),
  disabled_reason: nullableText,
  time_created: unixTime,
  time_updated: unixTime,
};
const answer = Type.Object(shape, { title: 'WebhookEndpoint' });

const example = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  url: 'https://hooks.example.com/wallets',
  description: 'production',
  event_types: ['wallet.created', 'signature.denied'],
  enabled: true,
  disabled_reason: null,
  time_created: 1_790_000_000,
  time_updated: 1_790_000_000,
};
const exampleSecret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

const documented = {
  createWebhookEndpoint: {
    operationId: 'createWebhookEndpoint',
    tag,
    summary: 'Register an endpoint',
    description:
      'The endpoint gets every event after the answer. The signing secret is shown only in this answer.',
    refusals: ['webhook.endpoint-limit-reached'],
    body: { url: example.url, description: example.description, event_types: example.event_types },
    answer: { ...example, secret: exampleSecret },
  },
  listWebhookEndpoints: {
    operationId: 'listWebhookEndpoints',
    tag,
    summary: 'List the endpoints',
    description: 'All endpoints of the application, without their secrets.',
    answer: { data: [example] },
  },
  getWebhookEndpoint: {
    operationId: 'getWebhookEndpoint',
    tag,
    summary: 'Get an endpoint',
    description: 'Shows whether the endpoint is enabled, and if not, why. Its secret is never shown again.',
    refusals: notFound,
    answer: example,
  },
  updateWebhookEndpoint: {
    operationId: 'updateWebhookEndpoint',
    tag,
    summary: 'Change an endpoint',
    description:
      'Only the given fields change. Disabling an endpoint ends its pending deliveries as failed. An ' +
      'enabled endpoint gets the events after the answer.',
    refusals: notFound,
    body: { enabled: true },
    answer: example,
  },
  deleteWebhookEndpoint: {
    operationId: 'deleteWebhookEndpoint',
    tag,
    summary: 'Delete an endpoint with its deliveries',
    description: 'Nothing is sent to it any more, and what waits for it is deleted.',
    refusals: notFound,
  },
  rotateWebhookSecret: {
    operationId: 'rotateWebhookSecret',
    tag,
    summary: 'Replace the secret of an endpoint',
    description:
      'The old secret stays valid together with the new one for `overlap_seconds`, a day by default. ' +
      'Meanwhile each delivery has both signatures.',
    refusals: notFound,
    body: { overlap_seconds: 3600 },
    answer: { secret: exampleSecret, previous_expires_at: 1_790_003_600 },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/webhook`: the endpoints that get events (Standard Webhooks 1.0.0). */
export function webhookRoutes({ webhooks }: Pick<Services, 'webhooks'>): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'webhooks',
      method: 'POST',
      path,
      status: 201,
      body: Type.Object(fields, closed),
      answer: Type.Object({ ...shape, secret: Type.String() }),
      documentation: documented.createWebhookEndpoint,
      async handle({ caller: { applicationId }, body, context }) {
        const { url, description = '', event_types: eventTypes = [] } = body;
        const request = { applicationId, url, description, eventTypes };
        const { endpoint, secret } = await webhooks('CreateEndpoint', request, context);
        return { ...toResponse(present(endpoint, 'endpoint')), secret };
      },
    }),
    route({
      ...common,
      scope: 'read',
      method: 'GET',
      path,
      status: 200,
      answer: Type.Object({ data: Type.Array(answer) }),
      documentation: documented.listWebhookEndpoints,
      async handle({ caller: { applicationId }, context }) {
        const { endpoints } = await webhooks('ListEndpoints', { applicationId }, context);
        return { data: endpoints.map(toResponse) };
      },
    }),
    route({
      ...one,
      scope: 'read',
      method: 'GET',
      status: 200,
      answer,
      documentation: documented.getWebhookEndpoint,
      async handle({ caller: { applicationId }, params: { id: endpointId }, context }) {
        return toResponse(await webhooks('GetEndpoint', { applicationId, endpointId }, context));
      },
    }),
    route({
      ...one,
      scope: 'webhooks',
      method: 'PATCH',
      status: 200,
      body: Type.Partial(Type.Object({ ...fields, enabled: Type.Boolean() }), {
        ...closed,
        minProperties: 1,
      }),
      answer,
      documentation: documented.updateWebhookEndpoint,
      async handle({ caller: { applicationId }, params: { id: endpointId }, body, context }) {
        const { url, description, enabled, event_types: eventTypes } = body;
        const changes = defined({ url, description, enabled });
        const values = eventTypes && { values: eventTypes };
        const request = { applicationId, endpointId, ...changes, eventTypes: values ?? null };
        return toResponse(await webhooks('UpdateEndpoint', request, context));
      },
    }),
    route({
      ...one,
      scope: 'webhooks',
      method: 'DELETE',
      status: 204,
      documentation: documented.deleteWebhookEndpoint,
      handle: ({ caller: { applicationId }, params: { id: endpointId }, context }) =>
        webhooks('DeleteEndpoint', { applicationId, endpointId }, context),
    }),
    rotationRoute(webhooks),
  ];
}

function rotationRoute(webhooks: Services['webhooks']): Route {
  return route({
    ...one,
    scope: 'webhooks',
    method: 'POST',
    path: `${path}/:id/rotate_secret`,
    status: 200,
    body: Type.Unsafe<{ readonly overlap_seconds?: number } | undefined>({
      type: ['object', 'null'],
      properties: { overlap_seconds: { type: 'integer', minimum: 0, maximum: 604_800 } },
      additionalProperties: false,
    }),
    answer: Type.Object({
      secret: Type.String(),
      previous_expires_at: Type.Unsafe<number | null>({
        type: ['integer', 'null'],
        description: 'Unix seconds, UTC. null: the old secret no longer works',
      }),
    }),
    documentation: documented.rotateWebhookSecret,
    async handle({ caller: { applicationId }, params: { id: endpointId }, body, context }) {
      const overlapSeconds = body?.overlap_seconds;
      const request = { applicationId, endpointId, ...(overlapSeconds !== undefined && { overlapSeconds }) };
      const { secret, previousExpiresAt } = await webhooks('RotateSecret', request, context);
      return { secret, previous_expires_at: Number(previousExpiresAt) || null };
    },
  });
}

function toResponse(endpoint: ReceivedResponseOf<WebhooksDefinition['GetEndpoint']>) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    description: endpoint.description,
    event_types: endpoint.eventTypes,
    enabled: endpoint.enabled,
    disabled_reason: endpoint.disabledReason === '' ? null : endpoint.disabledReason,
    time_created: Number(endpoint.timeCreated),
    time_updated: Number(endpoint.timeUpdated),
  };
}
