import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { defined, id, nullableText, pageLimit, present, unixTime } from './field.js';

const common = { authentication: 'operator', rateClass: 'management', errors: 'problem' } as const;
const name = Type.String({ minLength: 1, maxLength: 255 });
const features = Type.Object({ pregenerated_wallets: Type.Boolean() });
const shape = {
  id: Type.String(),
  name: Type.String(),
  api_key: Type.String(),
  features,
  time_created: unixTime,
  time_updated: unixTime,
};
const answer = Type.Object(shape, { title: 'Application' });

const example = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  name: 'Shop',
  api_key: 'pk_…',
  features: { pregenerated_wallets: false },
  time_created: 1_790_000_000,
  time_updated: 1_790_000_000,
};

const documented = {
  adminCreateApplication: {
    operationId: 'adminCreateApplication',
    tag: 'Administration',
    summary: 'Create an application',
    description: 'The secret key is shown only in this answer.',
    body: { name: 'Shop' },
    answer: { ...example, secret_key_id: example.id, secret_key: 'sk_…' },
  },
  adminListApplications: {
    operationId: 'adminListApplications',
    tag: 'Administration',
    summary: 'List the applications',
    description: 'Oldest first. `next` is the `after` of the next page.',
    answer: { data: [example], next: null },
  },
  adminGetApplication: {
    operationId: 'adminGetApplication',
    tag: 'Administration',
    summary: 'Get an application',
    description: 'What the operator decides about an application. Its own settings are at `/v1/application`.',
    refusals: ['application.not-found'],
    answer: example,
  },
  adminUpdateApplication: {
    operationId: 'adminUpdateApplication',
    tag: 'Administration',
    summary: 'Change an application’s name or features',
    description: 'Only the given members change.',
    refusals: ['application.not-found'],
    body: { features: { pregenerated_wallets: true } },
    answer: { ...example, features: { pregenerated_wallets: true } },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/admin/application`: the operator's view of the tenants. */
export function adminApplicationRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      path: '/v1/admin/application',
      status: 201,
      body: Type.Object({ name }, { additionalProperties: false }),
      answer: Type.Object({ ...shape, secret_key_id: Type.String(), secret_key: Type.String() }),
      documentation: documented.adminCreateApplication,
      async handle({ body, context }) {
        const created = await identity('CreateApplication', { name: body.name }, context);
        const application = toResponse(present(created.application, 'application'));
        return { ...application, secret_key_id: created.secretKeyId, secret_key: created.secretKey };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v1/admin/application',
      status: 200,
      query: Type.Object(
        {
          after: Type.Optional(id),
          limit: Type.Optional(pageLimit),
        },
        { additionalProperties: false },
      ),
      answer: Type.Object({
        data: Type.Array(answer),
        next: nullableText,
      }),
      documentation: documented.adminListApplications,
      async handle({ query, context }) {
        const request = { after: query.after ?? '', limit: Number(query.limit ?? 50) };
        const { applications, next } = await identity('ListApplications', request, context);
        return { data: applications.map(toResponse), next: next === '' ? null : next };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v1/admin/application/:id',
      status: 200,
      params: Type.Object({ id }),
      answer,
      documentation: documented.adminGetApplication,
      async handle({ params, context }) {
        return toResponse(await identity('GetApplication', { applicationId: params.id }, context));
      },
    }),
    route({
      ...common,
      method: 'PATCH',
      path: '/v1/admin/application/:id',
      status: 200,
      params: Type.Object({ id }),
      body: Type.Object(
        {
          name: Type.Optional(name),
          features: Type.Optional(Type.Partial(features, { additionalProperties: false, minProperties: 1 })),
        },
        { additionalProperties: false, minProperties: 1 },
      ),
      answer,
      documentation: documented.adminUpdateApplication,
      async handle({ params, body, context }) {
        const { name: newName, features: changed } = body;
        const request = {
          applicationId: params.id,
          ...defined({ name: newName }),
          features: changed ? defined({ pregeneratedWallets: changed.pregenerated_wallets }) : null,
        };
        return toResponse(await identity('UpdateApplication', request, context));
      },
    }),
  ];
}

type Application = ReceivedResponseOf<IdentityDefinition['GetApplication']>;

function toResponse(application: Application) {
  const { pregeneratedWallets } = present(application.features, 'features');
  return {
    id: application.id,
    name: application.name,
    api_key: application.apiKey,
    features: { pregenerated_wallets: pregeneratedWallets },
    time_created: Number(application.timeCreated),
    time_updated: Number(application.timeUpdated),
  };
}
