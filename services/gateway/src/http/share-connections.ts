import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { FairShares } from '@wallet-service/values';
import { addressGroup } from './rate-limit.js';

export type ConnectionLimits = {
  /** For all addresses together. */
  readonly most: number;
  /** For one address while it is alone. */
  readonly alone: number;
  /** For one address while there are others. */
  readonly share: number;
};

/**
 * A connection takes about 36 KiB at most, including the unread part of its request. turns.ts counts bodies
 * separately.
 */
export const connectionLimits: ConnectionLimits = { most: 4000, alone: 2000, share: 1000 };

export type ConnectionDeps = {
  readonly limits: ConnectionLimits;
  /** Many callers come through one proxy, so a proxy has no share of its own. */
  readonly isProxy: (address: string) => boolean;
  /** Milliseconds that never go back. */
  readonly elapsedMs: () => number;
  readonly onRefused: () => void;
};

/** Closes connections beyond the share of their address, or beyond the total, before it reads from them. */
export function shareConnections(
  server: Server,
  { limits: { most, alone, share }, isProxy, elapsedMs, onRefused }: ConnectionDeps,
): void {
  const shares = new FairShares({
    ...{ atOnce: most, alone, share, unitsPerMs: Infinity },
    ...{ mostWaiting: 0, longestWaitMs: 0, rememberMs: 10_000, now: elapsedMs },
  });
  server.maxConnections = most;
  server.on('drop', onRefused);
  server.on('connection', (socket: Socket) => {
    const { remoteAddress = '' } = socket;
    if (isProxy(remoteAddress)) return;
    shares.enter({ who: addressGroup(remoteAddress), within: '' }, 1).then(
      (release) => {
        if (socket.destroyed) release();
        else socket.once('close', release);
      },
      () => {
        onRefused();
        socket.destroy();
      },
    );
  });
}
