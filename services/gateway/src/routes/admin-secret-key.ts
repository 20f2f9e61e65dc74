import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { id, present } from './field.js';
import {
  askedSecretKey,
  newSecretKey,
  secretKeyChanges,
  secretKeyDraft,
  secretKeyDraftExample,
  secretKeyExample,
  secretKeyResponse,
  shownSecretKey,
} from './secret-key-schema.js';

const common = { authentication: 'operator', rateClass: 'management', errors: 'problem' } as const;
const path = '/v1/admin/application/:id/secret_key';

const documented = {
  adminCreateSecretKey: {
    operationId: 'adminCreateSecretKey',
    tag: 'Administration',
    summary: 'Create another secret key',
    description:
      'The key is shown only in this answer. Older keys stay valid until they are revoked. Limits (`scopes` and ' +
      '`time_expires`) never change: make another key instead.',
    refusals: ['application.not-found', 'secret-key.limit-reached'],
    body: secretKeyDraftExample,
    answer: { ...secretKeyExample, secret_key: 'sk_…' },
  },
  adminListSecretKeys: {
    operationId: 'adminListSecretKeys',
    tag: 'Administration',
    summary: 'List the secret keys',
    description: 'Also revoked and expired keys. The keys themselves are never shown again.',
    refusals: ['application.not-found'],
    answer: { data: [secretKeyExample] },
  },
  adminUpdateSecretKey: {
    operationId: 'adminUpdateSecretKey',
    tag: 'Administration',
    summary: 'Change the label of a secret key',
    description: '`label: null` removes it.',
    refusals: ['application.not-found', 'secret-key.not-found'],
    body: { label: 'checkout server' },
    answer: secretKeyExample,
  },
  adminRevokeSecretKey: {
    operationId: 'adminRevokeSecretKey',
    tag: 'Administration',
    summary: 'Revoke a secret key',
    description:
      'The key is refused everywhere once this is answered. Other keys of the application stay valid. Also revokes ' +
      'the last key, because a thief may hold it: then create another one.',
    refusals: ['application.not-found', 'secret-key.not-found'],
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
      body: secretKeyDraft,
      answer: newSecretKey,
      documentation: documented.adminCreateSecretKey,
      async handle({ params, body, context }) {
        const request = { applicationId: params.id, ...askedSecretKey(body) };
        const created = await identity('CreateSecretKey', request, context);
        return { ...secretKeyResponse(present(created.key, 'key')), secret_key: created.secretKey };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path,
      status: 200,
      params: Type.Object({ id }),
      answer: Type.Object({ data: Type.Array(shownSecretKey) }),
      documentation: documented.adminListSecretKeys,
      async handle({ params, context }) {
        const { keys } = await identity('ListSecretKeys', { applicationId: params.id }, context);
        return { data: keys.map(secretKeyResponse) };
      },
    }),
    route({
      ...common,
      method: 'PATCH',
      path: `${path}/:key_id`,
      status: 200,
      params: Type.Object({ id, key_id: id }),
      body: secretKeyChanges,
      answer: shownSecretKey,
      documentation: documented.adminUpdateSecretKey,
      async handle({ params, body, context }) {
        const request = {
          applicationId: params.id,
          secretKeyId: params.key_id,
          label: body.label ?? '',
        };
        return secretKeyResponse(await identity('UpdateSecretKey', request, context));
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
