import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import { idempotentRequest } from '../http/idempotent-request.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { metadata, metadataAnswer } from './core-field.js';
import { id, nullableText, unixTime } from './field.js';

const common = {
  authentication: 'secret-key',
  rateClass: 'management',
  errors: 'core',
  status: 200,
} as const;
const answer = Type.Object(
  { uuid: Type.String(), time_created: unixTime, time_updated: unixTime, metadata: metadataAnswer },
  { title: 'WalletGroup' },
);
const pageSize = 1000;

const example = {
  uuid: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
  time_created: 1_790_000_000,
  time_updated: 1_790_000_000,
  metadata: { resource_id: 'team-4' },
};

const documented = {
  createWalletGroup: {
    operationId: 'createWalletGroup',
    tag: 'Wallet groups',
    summary: 'Create a wallet group',
    description:
      'Groups sort Core wallets, and give no rights. A wallet is put into a group when it is created or imported.',
    headers: ['Idempotency-Key'],
    body: { metadata: { resource_id: 'team-4' } },
    answer: { data: example },
  },
  listWalletGroups: {
    operationId: 'listWalletGroups',
    tag: 'Wallet groups',
    summary: 'List the wallet groups',
    description: 'Oldest first, up to 1000 per page. `next` is the `after` of the next page.',
    answer: { data: [example], next: null },
  },
  getWalletGroup: {
    operationId: 'getWalletGroup',
    tag: 'Wallet groups',
    summary: 'Get a wallet group',
    description:
      'Answers the group as it was created. `listWallets` with `wallet_group_id` lists its wallets.',
    refusals: ['wallet-group.not-found'],
    answer: { data: example },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/api/wallet_group`. Wallet groups stay on version 1. */
export function walletGroupRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'wallets',
      method: 'POST',
      path: '/v1/api/wallet_group',
      body: Type.Unsafe<{ readonly metadata?: { readonly resource_id?: string } } | undefined>({
        type: ['object', 'null'],
        properties: { metadata },
        additionalProperties: false,
      }),
      answer: Type.Object({ data: answer }),
      documentation: documented.createWalletGroup,
      async handle({ caller: { applicationId }, body, headers, context }) {
        const resourceId = body?.metadata?.resource_id;
        const request = {
          applicationId,
          ...(resourceId !== undefined && { resourceId }),
          ...idempotentRequest(headers, { path: '/v1/api/wallet_group', body: body ?? {} }),
        };
        return { data: toResponse(await wallet('CreateWalletGroup', request, context)) };
      },
    }),
    route({
      ...common,
      scope: 'lookup',
      method: 'GET',
      path: '/v1/api/wallet_groups',
      query: Type.Object({ after: Type.Optional(id) }, { additionalProperties: false }),
      answer: Type.Object({ data: Type.Array(answer), next: nullableText }),
      documentation: documented.listWalletGroups,
      async handle({ caller: { applicationId }, query, context }) {
        const request = { applicationId, after: query.after ?? '', limit: pageSize };
        const { groups, next } = await wallet('ListWalletGroups', request, context);
        return { data: groups.map(toResponse), next: next === '' ? null : next };
      },
    }),
    route({
      ...common,
      scope: 'lookup',
      method: 'GET',
      path: '/v1/api/wallet_group/:id',
      params: Type.Object({ id }),
      answer: Type.Object({ data: answer }),
      documentation: documented.getWalletGroup,
      async handle({ caller: { applicationId }, params: { id: groupId }, context }) {
        return { data: toResponse(await wallet('GetWalletGroup', { applicationId, groupId }, context)) };
      },
    }),
  ];
}

function toResponse(group: ReceivedResponseOf<WalletDefinition['GetWalletGroup']>) {
  return {
    uuid: group.id,
    time_created: Number(group.timeCreated),
    time_updated: Number(group.timeUpdated),
    metadata: group.resourceId === undefined ? {} : { resource_id: group.resourceId },
  };
}
