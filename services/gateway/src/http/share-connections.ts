import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { FairShares } from '@wallet-service/values';
import { addressGroup } from './rate-limit.js';

export type ConnectionLimits = {
  /** Of all together. */
  readonly most: number;
  /** Of one address that is alone. */
  readonly alone: number;
  /** Of one address while there are others. */
  readonly share: number;
};

/** A connection takes some 20 KiB, what is unread of its request included; bodies are counted beside (turns.ts). */
export const connectionLimits: ConnectionLimits = { most: 4000, alone: 2000, share: 1000 };

export type ConnectionDeps = {
  readonly limits: ConnectionLimits;
  /** Many callers come through one proxy, which has no share of its own. */
  readonly isProxy: (address: string) => boolean;
  /** Milliseconds that never go back. */
  readonly elapsedMs: () => number;
  readonly onRefused: () => void;
};

/** Closes connections beyond the share of their address, or beyond what all may have, before it reads of them. */
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
