import type { IdentityDefinition, ReceivedResponseOf } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id, noBody, present, unixTime } from './field.js';

const common = { authentication: 'operator', rateClass: 'management', errors: 'problem' } as const;
const path = '/v1/admin/application/:id/secret_key';
const nullableTime = Type.Unsafe<number | null>({ type: ['integer', 'null'] });
const shape = {
  id: Type.String(),
  time_created: unixTime,
  time_last_used: nullableTime,
  time_revoked: nullableTime,
};

const example = {
  id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
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
    answer: { ...example, secret_key: 'sk_…' },
  },
  adminListSecretKeys: {
    operationId: 'adminListSecretKeys',
    tag: 'Administration',
    summary: 'List the secret keys',
    refusals: ['application.not-found'],
    answer: { data: [example] },
  },
  adminRevokeSecretKey: {
    operationId: 'adminRevokeSecretKey',
    tag: 'Administration',
    summary: 'Revoke a secret key',
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
      body: noBody,
      answer: Type.Object({ ...shape, secret_key: Type.String() }),
      documentation: documented.adminCreateSecretKey,
      async handle({ params, context }) {
        const created = await identity('CreateSecretKey', { applicationId: params.id }, context);
        return { ...toResponse(present(created.key, 'key')), secret_key: created.secretKey };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path,
      status: 200,
      params: Type.Object({ id }),
      answer: Type.Object({ data: Type.Array(Type.Object(shape)) }),
      documentation: documented.adminListSecretKeys,
      async handle({ params, context }) {
        const { keys } = await identity('ListSecretKeys', { applicationId: params.id }, context);
        return { data: keys.map(toResponse) };
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
    time_created: Number(key.timeCreated),
    time_last_used: Number(key.timeLastUsed) || null,
    time_revoked: Number(key.timeRevoked) || null,
  };
}
