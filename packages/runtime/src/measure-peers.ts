import type { Registry } from 'prom-client';
import { gaugeOf } from './gauge-of.js';

/** The part of a client that shows how busy it is. */
export type CountedPeer = { readonly openStreams: () => number; readonly inFlight: () => number };

/** Metrics of streams to other processes, and of calls on them without an answer so far. */
export function measurePeers(registry: Registry, peers: Readonly<Record<string, CountedPeer>>): void {
  const ofEach = (read: (peer: CountedPeer) => number) => () =>
    Object.entries(peers).map(([peer, client]) => ({ labels: { peer }, value: read(client) }));
  gaugeOf(
    registry,
    {
      name: 'wallet_service_peer_streams',
      help: 'Open streams to other processes; 0 = calls to them wait.',
      labels: ['peer'],
    },
    ofEach((peer) => peer.openStreams()),
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_peer_calls_in_flight',
      help: 'Calls to other processes that have no answer yet.',
      labels: ['peer'],
    },
    ofEach((peer) => peer.inFlight()),
  );
}
