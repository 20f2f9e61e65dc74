import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id, present, unixTime } from './field.js';

const common = { authentication: 'operator', rateClass: 'management', errors: 'problem' } as const;
const path = '/v1/admin/application/:id/secret_key';
const nullableTime = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const label = {
  minLength: 1,
  maxLength: 255,
  pattern: '^[^\\u0000-\\u001f\\u007f]*$',
  description: 'what the key is for; text without control characters',
  examples: ['checkout server'],
};
const shape = {
  id: Type.String(),
  label: Type.Unsafe<string | null>({ type: ['string', 'null'], description: 'null: none' }),
  time_created: unixTime,
  time_last_used: nullableTime,
  time_revoked: nullableTime,
};

const example = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  label: 'checkout server',
  time_created: 1_790_000_000,
  time_last_used: null,
  time_revoked: null,
};

const documented = {
  adminCreateSecretKey: {
    operationId: 'adminCreateSecretKey',
    tag: 'Administration',
    summary: 'Create another secret key',
    description: 'The key is shown only in this answer. Older keys stay valid until they are revoked.',
    refusals: ['application.not-found', 'secret-key.limit-reached'],
    body: { label: 'checkout server' },
    answer: { ...example, secret_key: 'sk_…' },
  },
  adminListSecretKeys: {
    operationId: 'adminListSecretKeys',
    tag: 'Administration',
    summary: 'List the secret keys',
    description: 'Also revoked keys. The keys themselves are never shown again.',
    refusals: ['application.not-found'],
    answer: { data: [example] },
  },
  adminUpdateSecretKey: {
    operationId: 'adminUpdateSecretKey',
    tag: 'Administration',
    summary: 'Change the label of a secret key',
    description: '`label: null` removes it.',
    refusals: ['application.not-found', 'secret-key.not-found'],
    body: { label: 'checkout server' },
    answer: example,
  },
  adminRevokeSecretKey: {
    operationId: 'adminRevokeSecretKey',
    tag: 'Administration',
    summary: 'Revoke a secret key',
    description:
      'The key is refused everywhere once this is answered. Other keys of the application stay valid.',
    refusals: ['application.not-found', 'secret-key.not-found', 'secret-key.last-one'],
  },
} as const satisfies Record<string, Documentation>;

/**
 * `/v1/admin/application/{id}/secret_key`. Several keys can be valid at once, so they can be rotated without an outage.
 */
export function adminSecretKeyRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...common,
      method: 'POST',
      path,
      status: 201,
      params: Type.Object({ id }),
      body: Type.Unsafe<{ readonly label?: string } | null>({
        type: ['object', 'null'],
        properties: { label: Type.String(label) },
        additionalProperties: false,
      }),
      answer: Type.Object({ ...shape, secret_key: Type.String() }),
      documentation: documented.adminCreateSecretKey,
      async handle({ params, body, context }) {
        const request = { applicationId: params.id, label: body?.label ?? '' };
        const created = await identity('CreateSecretKey', request, context);
        return { ...toResponse(present(created.key, 'key')), secret_key: created.secretKey };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path,
      status: 200,
      params: Type.Object({ id }),
      answer: Type.Object({ data: Type.Array(Type.Object(shape, { title: 'SecretKey' })) }),
      documentation: documented.adminListSecretKeys,
      async handle({ params, context }) {
        const { keys } = await identity('ListSecretKeys', { applicationId: params.id }, context);
        return { data: keys.map(toResponse) };
      },
    }),
    route({
      ...common,
      method: 'PATCH',
      path: `${path}/:key_id`,
      status: 200,
      params: Type.Object({ id, key_id: id }),
      body: Type.Object(
        { label: Type.Unsafe<string | null>({ type: ['string', 'null'], ...label }) },
        { additionalProperties: false },
      ),
      answer: Type.Object(shape, { title: 'SecretKey' }),
      documentation: documented.adminUpdateSecretKey,
      async handle({ params, body, context }) {
        const request = {
          applicationId: params.id,
          secretKeyId: params.key_id,
          label: body.label ?? '',
        };
        return toResponse(await identity('UpdateSecretKey', request, context));
      },
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${path}/:key_id`,
      status: 204,
      params: Type.Object({ id, key_id: id }),
      documentation: documented.adminRevokeSecretKey,
      handle: ({ params, context }) =>
        identity('RevokeSecretKey', { applicationId: params.id, secretKeyId: params.key_id }, context),
    }),
  ];
}

type SecretKey = ReceivedResponseOf<IdentityDefinition['ListSecretKeys']>['keys'][number];

function toResponse(key: SecretKey) {
  return {
    id: key.id,
    label: key.label === '' ? null : key.label,
    time_created: Number(key.timeCreated),
    time_last_used: Number(key.timeLastUsed) || null,
    time_revoked: Number(key.timeRevoked) || null,
  };
}
