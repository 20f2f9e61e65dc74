import { connect, definitions, type Client, type Tls } from '@wallet-service/grpc';
import type { IdentityDefinition, PolicyDefinition, WalletDefinition } from '@wallet-service/grpc';
import type { CountedPeer } from '@wallet-service/runtime';
import type { FeedEvent, FeedPage } from './feed-event.js';
import type { FeedPositions, Source } from './source.js';

export type FeedTargets = Readonly<Record<Source, readonly string[]>>;

export type Feeds = {
  /** Rejects with AppError. */
  readonly read: (source: Source, applicationId: string, after: bigint) => Promise<FeedPage>;
  /** The current ends of an application's feeds. Rejects with AppError. */
  readonly ends: (applicationId: string) => Promise<FeedPositions>;
  /** One entry per service, for the metrics. */
  readonly peers: Readonly<Record<Source, CountedPeer>>;
  readonly close: () => void;
};

type ListEvents = Client<IdentityDefinition>['call'] &
  Client<PolicyDefinition>['call'] &
  Client<WalletDefinition>['call'];

const pageSize = 100;
const readDeadlineMs = 3_000;

/** The feeds of events, as the services that own the facts serve them. */
export function createFeeds(targets: FeedTargets, tls: Tls, newTraceId: () => string): Feeds {
  const clients = {
    wallet: connect({ definition: definitions.wallet, targets: targets.wallet, tls, serverName: 'wallet' }),
    policy: connect({ definition: definitions.policy, targets: targets.policy, tls, serverName: 'policy' }),
    identity: connect({
      definition: definitions.identity,
      targets: targets.identity,
      tls,
      serverName: 'identity',
    }),
  };
  const list = (source: Source, request: { applicationId: string; after?: string; onlyEnd?: boolean }) => {
    // The method and its messages are the same in every contract.
    const call = clients[source].call as ListEvents;
    const options = { deadlineMs: readDeadlineMs, traceId: newTraceId(), idempotent: true };
    return call('ListEvents', { ...request, limit: pageSize }, options);
  };
  const endOf = async (source: Source, applicationId: string): Promise<bigint> =>
    BigInt((await list(source, { applicationId, onlyEnd: true })).next);
  return {
    peers: clients,
    async read(source, applicationId, after) {
      const page = await list(source, { applicationId, after: after.toString() });
      const events = page.events.map((event): FeedEvent => ({
        id: event.id,
        type: event.type,
        source,
        position: BigInt(event.position),
        timeMs: Number(event.timeMs),
        orderingKey: event.orderingKey,
        dataJson: event.dataJson,
        traceId: event.traceId,
      }));
      return { events, next: BigInt(page.next), more: page.more };
    },
    async ends(applicationId) {
      const [wallet, policy, identity] = await Promise.all([
        endOf('wallet', applicationId),
        endOf('policy', applicationId),
        endOf('identity', applicationId),
      ]);
      return { wallet, policy, identity };
    },
    close: () => {
      for (const client of Object.values(clients)) client.close();
    },
  };
}
