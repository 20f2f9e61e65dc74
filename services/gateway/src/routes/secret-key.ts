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

const common = { authentication: 'secret-key', rateClass: 'management', errors: 'problem' } as const;
const path = '/v1/secret_key';
const one = { path: `${path}/:id`, params: Type.Object({ id }) } as const;

const documented = {
  createSecretKey: {
    operationId: 'createSecretKey',
    tag: 'Secret keys',
    summary: 'Create another secret key',
    description:
      'The key is shown only in this answer. `scopes` limits it to what one program needs, and `time_expires` to a ' +
      'time. Both never change: make another key instead. A key that expires makes only keys that expire no later.',
    refusals: ['secret-key.limit-reached'],
    body: secretKeyDraftExample,
    answer: { ...secretKeyExample, secret_key: 'sk_…' },
  },
  listSecretKeys: {
    operationId: 'listSecretKeys',
    tag: 'Secret keys',
    summary: 'List the secret keys',
    description: 'Also revoked and expired keys. The keys themselves are never shown again.',
    answer: { data: [secretKeyExample] },
  },
  updateSecretKey: {
    operationId: 'updateSecretKey',
    tag: 'Secret keys',
    summary: 'Change the label of a secret key',
    description: '`label: null` removes it.',
    refusals: ['secret-key.not-found'],
    body: { label: 'checkout server' },
    answer: secretKeyExample,
  },
  revokeSecretKey: {
    operationId: 'revokeSecretKey',
    tag: 'Secret keys',
    summary: 'Revoke a secret key',
    description:
      'The key is refused everywhere once this is answered. Other keys of the application stay valid. A key ' +
      'without scopes is revoked only while another valid one lasts as long.',
    refusals: ['secret-key.not-found', 'secret-key.last-one'],
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/secret_key`: the application's own secret keys. */
export function secretKeyRoutes({ identity }: Pick<Services, 'identity'>): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'keys',
      method: 'POST',
      path,
      status: 201,
      body: secretKeyDraft,
      answer: newSecretKey,
      documentation: documented.createSecretKey,
      async handle({ caller: { applicationId }, body, context }) {
        const created = await identity(
          'CreateSecretKey',
          { applicationId, ...askedSecretKey(body) },
          context,
        );
        return { ...secretKeyResponse(present(created.key, 'key')), secret_key: created.secretKey };
      },
    }),
    route({
      ...common,
      scope: 'read',
      method: 'GET',
      path,
      status: 200,
      answer: Type.Object({ data: Type.Array(shownSecretKey) }),
      documentation: documented.listSecretKeys,
      async handle({ caller: { applicationId }, context }) {
        const { keys } = await identity('ListSecretKeys', { applicationId }, context);
        return { data: keys.map(secretKeyResponse) };
      },
    }),
    route({
      ...common,
      ...one,
      scope: 'keys',
      method: 'PATCH',
      status: 200,
      body: secretKeyChanges,
      answer: shownSecretKey,
      documentation: documented.updateSecretKey,
      async handle({ caller: { applicationId }, params: { id: secretKeyId }, body, context }) {
        const request = { applicationId, secretKeyId, label: body.label ?? '' };
        return secretKeyResponse(await identity('UpdateSecretKey', request, context));
      },
    }),
    route({
      ...common,
      ...one,
      scope: 'keys',
      method: 'DELETE',
      status: 204,
      documentation: documented.revokeSecretKey,
      handle: ({ caller: { applicationId }, params: { id: secretKeyId }, context }) =>
        identity('RevokeSecretKey', { applicationId, secretKeyId }, context),
    }),
  ];
}
