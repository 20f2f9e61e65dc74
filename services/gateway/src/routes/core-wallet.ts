import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { CoreUsers } from '../http/core-user.js';
import { idempotentRequest } from '../http/idempotent-request.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import {
  exampleNewWallet,
  exampleToken,
  exampleWallet,
  metadata,
  network,
  networkFilter,
  newWalletAnswer,
  ownerFilter,
  resourceIdFilter,
  shownNewWallet,
  shownWallet,
  token,
  tokenRefusals,
  walletAnswer,
} from './core-field.js';
import { id, nullableText, pageLimit } from './field.js';
import { networkWarnings } from './network-warning.js';
import { userOf } from './user.js';

const common = { authentication: 'secret-key', rateClass: 'wallet', errors: 'core', status: 200 } as const;
const closed = { additionalProperties: false } as const;

const createBody = Type.Object(
  {
    auth_jwt: token,
    network,
    wallet_group_id: Type.Optional(id),
    metadata: Type.Optional(metadata),
  },
  closed,
);

const documented = {
  createWallet: {
    operationId: 'createWallet',
    tag: 'Core wallets',
    summary: 'Create a wallet for the user of a token',
    description:
      'A user may have many wallets. The access key is shown only in this answer and stored nowhere. With ' +
      'an `Idempotency-Key` the same request gives the same answer for 24 hours, so a lost answer does not ' +
      'mean a lost wallet. The repeated request may have a newer `auth_jwt` of the same user.',
    headers: ['Idempotency-Key'],
    refusals: [
      ...tokenRefusals,
      'provider.not-trusted-yet',
      'trust.witnesses-unavailable',
      'signer.refused',
      'wallet.network-unsupported',
      'wallet-group.not-found',
      'wallet.token-already-used',
    ],
    body: { auth_jwt: exampleToken, network: 'EVM', metadata: { resource_id: 'customer-17' } },
    answer: exampleNewWallet,
  },
  listWallets: {
    operationId: 'listWallets',
    tag: 'Core wallets',
    summary: 'List the wallets',
    description:
      'Newest first, 50 per page unless `limit` says otherwise. Wallets must match all filters. `next` is ' +
      'the `after` of the next page, with the same filters, and null on the last page. The list has no ' +
      'wallets of the Express interface.',
    answer: { data: [exampleWallet], next: null },
  },
  getWallet: {
    operationId: 'getWallet',
    tag: 'Core wallets',
    summary: 'Get a wallet',
    description: 'Answers what `listWallets` shows of the wallet. The access key is never shown again.',
    refusals: ['wallet.not-found'],
    answer: { data: exampleWallet },
  },
} as const satisfies Record<string, Documentation>;

/** `/v2/api/wallet`: wallets of users, used by the application with an access key. */
export function coreWalletRoutes(
  { wallet }: Pick<Services, 'wallet'>,
  coreUsers: CoreUsers,
): readonly Route[] {
  return [
    route({
      ...common,
      scope: 'wallets',
      method: 'POST',
      path: '/v2/api/wallet',
      body: createBody,
      answer: newWalletAnswer,
      documentation: documented.createWallet,
      async handle({ caller, body, headers, context }) {
        const { auth_jwt: jwt, ...asked } = body;
        const user = userOf(await coreUsers(caller, jwt, 'auth', context));
        const owner = { issuer: user.issuer, subject: user.subject };
        const resourceId = asked.metadata?.resource_id;
        const request = {
          user,
          network: asked.network,
          groupId: asked.wallet_group_id ?? '',
          ...(resourceId !== undefined && { resourceId }),
          recoverable: caller.application.settings?.accessKeyRecovery ?? false,
          ...idempotentRequest(headers, { path: '/v2/api/wallet', owner, asked }),
        };
        const made = await wallet('CreateWallet', request, context);
        return { ...shownNewWallet(made), ...networkWarnings(asked.network) };
      },
    }),
    route({
      ...common,
      scope: 'lookup',
      method: 'GET',
      path: '/v2/api/wallets',
      query: Type.Object(
        {
          wallet_group_id: Type.Optional(id),
          network: Type.Optional(networkFilter),
          resource_id: Type.Optional(resourceIdFilter),
          public_address: Type.Optional({ ...id, description: 'EVM addresses in any case' }),
          issuer: Type.Optional(ownerFilter),
          subject: Type.Optional(ownerFilter),
          after: Type.Optional(id),
          limit: Type.Optional(pageLimit),
        },
        closed,
      ),
      answer: Type.Object({ data: Type.Array(walletAnswer), next: nullableText }),
      documentation: documented.listWallets,
      async handle({ caller: { applicationId }, query, context }) {
        const request = {
          applicationId,
          groupId: query.wallet_group_id ?? '',
          network: query.network ?? '',
          ...(query.resource_id !== undefined && { resourceId: query.resource_id }),
          address: query.public_address ?? '',
          issuer: query.issuer ?? '',
          subject: query.subject ?? '',
          after: query.after ?? '',
          limit: Number(query.limit ?? 50),
        };
        const { wallets, next } = await wallet('ListWallets', request, context);
        return { data: wallets.map(shownWallet), next: next === '' ? null : next };
      },
    }),
    route({
      ...common,
      scope: 'lookup',
      method: 'GET',
      path: '/v2/api/wallet/:id',
      params: Type.Object({ id }),
      answer: Type.Object({ data: walletAnswer }),
      documentation: documented.getWallet,
      async handle({ caller: { applicationId }, params: { id: walletId }, context }) {
        return { data: shownWallet(await wallet('GetWallet', { applicationId, walletId }, context)) };
      },
    }),
  ];
}
