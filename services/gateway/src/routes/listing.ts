import { chains } from '@wallet-service/addresses';
import type { ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import type { Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import { exampleWallet, factsOf, networkFilter, ownerFilter, walletFacts } from './core-field.js';
import { chain, id, nullableText, pageLimit } from './field.js';
import { publicKeyText } from './public-key.js';
import { since, until } from './time-filter.js';

const common = {
  method: 'GET',
  authentication: 'secret-key',
  scope: 'lookup',
  rateClass: 'management',
  errors: 'problem',
  status: 200,
} as const;
const closed = { additionalProperties: false } as const;

const unlessUnclaimed =
  'null: an unclaimed pre-generated wallet, whose e-mail address is needed to verify it';
const listedWallet = Type.Object(
  {
    id: Type.String(),
    interface: Type.Enum(['express', 'core', 'pregenerated'], {
      type: 'string',
      description: 'pregenerated: nobody has claimed it yet',
    }),
    chain,
    ...walletFacts,
    public_address: Type.Unsafe<string | null>({ type: ['string', 'null'], description: unlessUnclaimed }),
    public_key: Type.Unsafe<string | null>({ type: ['string', 'null'], description: unlessUnclaimed }),
    owner: Type.Union([Type.Object({ issuer: Type.String(), subject: Type.String() }), Type.Null()]),
    origin: Type.String({ description: 'created, imported or pregenerated' }),
    access_key_required: Type.Boolean({ description: 'using the wallet takes its access key' }),
    recoverable: Type.Boolean({ description: 'the owner’s token alone can replace the access key' }),
  },
  { title: 'ListedWallet' },
);
const listedUser = Type.Object(
  {
    issuer: Type.String(),
    subject: Type.String(),
    wallets: Type.Array(listedWallet, { description: 'the newest 10, newest first' }),
    more_wallets: Type.Boolean({ description: 'the user has others: `GET /v1/wallets` lists them' }),
  },
  { title: 'User' },
);

const exampleListed = {
  id: exampleWallet.uuid,
  interface: 'core',
  chain: 'ETH',
  network: 'ETH_MAINNET',
  public_address: exampleWallet.public_address,
  public_key: exampleWallet.public_key,
  key_type: 'secp256k1',
  owner: exampleWallet.owner,
  origin: 'created',
  wallet_group_id: null,
  metadata: exampleWallet.metadata,
  access_key_required: true,
  recoverable: true,
  time_created: 1_790_000_000,
  time_updated: null,
};

const documented = {
  listAllWallets: {
    operationId: 'listAllWallets',
    tag: 'Application',
    summary: 'List the wallets of every interface',
    description:
      'Express, Core and pre-generated wallets, newest first, 50 per page unless `limit` says otherwise. ' +
      'Wallets must match all filters. `subject` and `issuer` are compared byte by byte with the owner’s ' +
      'token. A page may have fewer wallets than `limit`, even none: go on while `next` is not null. `next` ' +
      'is the `after` of the next page, with the same filters. An unclaimed pre-generated wallet has no ' +
      'address here, because only its e-mail address can verify it: `GET /v1/admin/pregen/wallet` tells it.',
    answer: { data: [exampleListed], next: null },
  },
  listUsers: {
    operationId: 'listUsers',
    tag: 'Application',
    summary: 'List the users who have a wallet',
    description:
      'In the order of subject and issuer, byte by byte, 50 per page unless `limit` says otherwise. Each has ' +
      'the newest 10 wallets. A page may have fewer users than `limit`, even none: go on while `next` is not ' +
      'null. `next` is the `after` of the next page, with the same filters.',
    answer: {
      data: [
        {
          issuer: exampleWallet.owner.issuer,
          subject: exampleWallet.owner.subject,
          wallets: [exampleListed],
          more_wallets: false,
        },
      ],
      next: null,
    },
  },
} as const satisfies Record<string, Documentation>;

/** `GET /v1/wallets` and `GET /v1/users`: what an application has, whatever the interface. */
export function listingRoutes({ wallet }: Pick<Services, 'wallet'>): readonly Route[] {
  return [
    route({
      ...common,
      path: '/v1/wallets',
      query: Type.Object(
        {
          issuer: Type.Optional(ownerFilter),
          subject: Type.Optional(ownerFilter),
          public_address: Type.Optional({ ...id, description: 'EVM addresses in any case' }),
          interface: Type.Optional(
            Type.Enum(['express', 'core', 'pregenerated'], {
              type: 'string',
              description: 'pregenerated: wallets that nobody has claimed',
              examples: ['express'],
            }),
          ),
          chain: Type.Optional(
            Type.Enum([...chains], { type: 'string', description: 'ETH: every EVM network' }),
          ),
          network: Type.Optional(networkFilter),
          since: Type.Optional(since('created')),
          until: Type.Optional(until('created')),
          after: Type.Optional(id),
          limit: Type.Optional(pageLimit),
        },
        closed,
      ),
      answer: Type.Object(
        { data: Type.Array(listedWallet), next: nullableText },
        { title: 'ListedWalletPage' },
      ),
      documentation: documented.listAllWallets,
      async handle({ caller: { applicationId }, query, context }) {
        const request = {
          applicationId,
          interface: query.interface ?? '',
          chain: query.chain ?? '',
          network: query.network ?? '',
          address: query.public_address ?? '',
          issuer: query.issuer ?? '',
          subject: query.subject ?? '',
          since: query.since ?? '0',
          until: query.until ?? '0',
          after: query.after ?? '',
          limit: Number(query.limit ?? 50),
        };
        const { wallets, next } = await wallet('ListAllWallets', request, context);
        return { data: wallets.map(shown), next: next === '' ? null : next };
      },
    }),
    usersRoute(wallet),
  ];
}

function usersRoute(wallet: Services['wallet']): Route {
  return route({
    ...common,
    path: '/v1/users',
    query: Type.Object(
      {
        issuer: Type.Optional(ownerFilter),
        subject: Type.Optional(ownerFilter),
        subject_prefix: Type.Optional(
          Type.String({
            ...ownerFilter,
            description: 'how the subject begins, in place of `subject`',
            examples: ['user-'],
          }),
        ),
        after: Type.Optional(id),
        limit: Type.Optional(pageLimit),
      },
      closed,
    ),
    answer: Type.Object({ data: Type.Array(listedUser), next: nullableText }, { title: 'UserPage' }),
    documentation: documented.listUsers,
    async handle({ caller: { applicationId }, query, context }) {
      const request = {
        applicationId,
        issuer: query.issuer ?? '',
        subject: query.subject ?? '',
        subjectPrefix: query.subject_prefix ?? '',
        after: query.after ?? '',
        limit: Number(query.limit ?? 50),
      };
      const { users, next } = await wallet('ListUsers', request, context);
      return {
        data: users.map(({ issuer, subject, wallets, moreWallets }) => ({
          issuer,
          subject,
          wallets: wallets.map(shown),
          more_wallets: moreWallets,
        })),
        next: next === '' ? null : next,
      };
    },
  });
}

type Listed = ReceivedResponseOf<WalletDefinition['ListAllWallets']>['wallets'][number];

function shown(wallet: Listed) {
  const { id: walletId, issuer, subject } = wallet;
  const isVerified = wallet.address !== '';
  return {
    id: walletId,
    interface: wallet.interface as 'express' | 'core' | 'pregenerated',
    chain: wallet.chain as (typeof chains)[number],
    ...factsOf(wallet),
    public_address: isVerified ? wallet.address : null,
    public_key: isVerified ? publicKeyText(wallet.publicKey) : null,
    owner: subject === '' ? null : { issuer, subject },
    origin: wallet.origin,
    access_key_required: wallet.accessKeyRequired,
    recoverable: wallet.recoverable,
  };
}
