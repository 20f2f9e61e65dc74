import type { IdentityDefinition, ReceivedResponseOf, WalletDefinition } from '@wallet-service/grpc';
import Type from 'typebox';
import type { RequestContext, Services } from '../clients/services.js';
import type { Documentation } from '../openapi/documentation.js';
import { route, type Route } from '../route.js';
import type { ProcessList } from '../statistics/process-list.js';
import { id, nullableText, pageLimit, unixTime } from './field.js';

export type AdminHealthDeps = { readonly processes: ProcessList };

const common = { authentication: 'operator', rateClass: 'management', errors: 'problem' } as const;

const behindWallet = ['signer', 'witness'] as const;
const states = ['serving', 'not-serving', 'unreachable'] as const;
const process = Type.Object(
  {
    service: Type.String({ description: 'such as wallet; redis: the store that gateways share' }),
    address: Type.String({ description: 'unix:/path or host:port; of a gateway: its host and process' }),
    state: Type.Enum([...states], {
      type: 'string',
      description: 'not-serving: it answers and takes no calls; unreachable: no answer within two seconds',
    }),
    milliseconds: Type.Optional(Type.Integer({ description: 'until it answered; gateways have none' })),
    phase: Type.Optional(
      Type.String({ description: 'of a signer: booting, sealed, ready, clock-wrong, draining or failed' }),
    ),
  },
  { title: 'Process' },
);
const root = Type.Union(
  [
    Type.Object({ version: Type.Integer({ description: 'only ever rises' }), expires_at: unixTime }),
    Type.Null(),
  ],
  { description: 'the root document of the signer that is furthest behind; null: no signer answered' },
);

const keySetState = Type.Enum(['fresh', 'failing', 'expired'], {
  type: 'string',
  description: 'failing: the last good key set is in use; expired: none is in use, and its users are refused',
});
const keySet = Type.Object(
  {
    application_id: Type.String(),
    provider_id: Type.String(),
    issuer: Type.String(),
    jwks_uri: Type.String({ description: 'where the key set is fetched' }),
    state: keySetState,
    fetched_at: { ...unixTime, description: 'Unix seconds: the last fetch that succeeded' },
    next_fetch_at: unixTime,
    last_failure: { ...nullableText, description: 'why the last fetch failed; null: it succeeded' },
  },
  { title: 'KeySetAge' },
);

const exampleProvider = '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5f';
const documented = {
  health: {
    operationId: 'adminGetHealth',
    tag: 'Administration',
    summary: 'See which processes answer',
    description:
      'Every process is asked now, on a connection of its own, at every address that its name has. Gateways are ' +
      'those that said within the last two minutes that they run. The wallet service asks signers and witnesses.',
    answer: {
      processes: [
        { service: 'gateway', address: 'gateway-1:7', state: 'serving' },
        { service: 'wallet', address: '10.0.0.7:50051', state: 'serving', milliseconds: 4 },
        {
          service: 'signer',
          address: '10.0.0.9:50051',
          state: 'not-serving',
          milliseconds: 3,
          phase: 'sealed',
        },
      ],
      not_known: [],
      root: { version: 3, expires_at: 1_800_000_000 },
    },
  },
  keySets: {
    operationId: 'adminListKeySets',
    tag: 'Administration',
    summary: 'List how old key sets are',
    description: 'Of all providers, fetched longest ago first. `next` is the `after` of the next page.',
    answer: {
      data: [
        {
          application_id: '0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e',
          provider_id: exampleProvider,
          issuer: 'https://login.example.com',
          jwks_uri: 'https://login.example.com/jwks.json',
          state: 'failing',
          fetched_at: 1_790_000_000,
          next_fetch_at: 1_790_000_060,
          last_failure: 'https://login.example.com/jwks.json answered with 503',
        },
      ],
      next: null,
      totals: { fresh: 12, failing: 1, expired: 0 },
    },
  },
} as const satisfies Record<string, Documentation>;

/** `/v1/admin/health` and `/v1/admin/key_set`: what the operator looks at first. */
export function adminHealthRoutes(
  { identity, wallet }: Pick<Services, 'identity' | 'wallet'>,
  { processes }: AdminHealthDeps,
): readonly Route[] {
  return [
    route({
      ...common,
      method: 'GET',
      path: '/v1/admin/health',
      status: 200,
      answer: Type.Object(
        {
          processes: Type.Array(process, { description: 'of all services, and Redis' }),
          not_known: Type.Array(Type.Enum([...behindWallet], { type: 'string' }), {
            description: 'of which nothing is known, because no wallet service answered',
          }),
          root,
        },
        { title: 'Health' },
      ),
      documentation: documented.health,
      async handle({ context }) {
        const [seen, behind] = await Promise.all([processes(), peersOf(wallet, context)]);
        const peers = behind ?? [];
        return {
          processes: [
            ...seen.map((each) => ({ ...each })),
            ...peers.map(({ service, address, state, milliseconds, phase }) => ({
              ...{ service, address, milliseconds, state: stateOf(state) },
              ...(phase !== '' && { phase }),
            })),
          ],
          not_known: behind ? [] : [...behindWallet],
          root: oldestRoot(peers),
        };
      },
    }),
    route({
      ...common,
      method: 'GET',
      path: '/v1/admin/key_set',
      status: 200,
      query: Type.Object(
        { after: Type.Optional(id), limit: Type.Optional(pageLimit) },
        { additionalProperties: false },
      ),
      answer: Type.Object({
        data: Type.Array(keySet),
        next: nullableText,
        totals: Type.Object(
          {
            fresh: Type.Integer({ description: 'the last fetch succeeded' }),
            failing: Type.Integer({ description: 'the last fetch failed' }),
            expired: Type.Integer({ description: 'fetches failed for too long' }),
          },
          { description: 'how many key sets of all providers are in each state' },
        ),
      }),
      documentation: documented.keySets,
      async handle({ query, context }) {
        const request = { after: query.after ?? '', limit: Number(query.limit ?? 50) };
        const { keySets, next, fresh, failing, expired } = await identity('ListKeySets', request, context);
        return {
          data: keySets.map(keySetResponse),
          next: next === '' ? null : next,
          totals: { fresh, failing, expired },
        };
      },
    }),
  ];
}

type Peer = ReceivedResponseOf<WalletDefinition['CheckPeers']>['peers'][number];

/** Undefined if no wallet service answers: the page is for just that time. */
async function peersOf(
  wallet: Services['wallet'],
  context: RequestContext,
): Promise<readonly Peer[] | undefined> {
  return wallet('CheckPeers', {}, context).then(
    ({ peers }) => peers,
    () => undefined,
  );
}

const stateOf = (text: string) => states.find((state) => state === text) ?? 'unreachable';

function oldestRoot(peers: readonly Peer[]) {
  const [oldest] = peers
    .filter(({ rootVersion }) => rootVersion !== '0')
    .sort((one, other) => Number(one.rootVersion) - Number(other.rootVersion));
  return oldest ? { version: Number(oldest.rootVersion), expires_at: Number(oldest.rootExpiresAt) } : null;
}

function keySetResponse(keySet: ReceivedResponseOf<IdentityDefinition['ListKeySets']>['keySets'][number]) {
  return {
    application_id: keySet.applicationId,
    provider_id: keySet.providerId,
    issuer: keySet.issuer,
    jwks_uri: keySet.jwksUri,
    state: (['failing', 'expired'] as const).find((state) => state === keySet.state) ?? ('fresh' as const),
    fetched_at: Number(keySet.timeFetched),
    next_fetch_at: Number(keySet.timeNextFetch),
    last_failure: keySet.lastFailure === '' ? null : keySet.lastFailure,
  };
}
