import os from 'node:os';
import { Counter, type Registry } from 'prom-client';
import type { SharedStore } from '@wallet-service/redis';
import { repeat, type Lifecycle, type Logger } from '@wallet-service/runtime';
import { createGatewayPresence, type GatewayPresence } from './gateway-presence.js';
import { createRefusalNotes, type RefusalNotes } from './refusal-notes.js';
import { createRequestCounter, type RequestCounter } from './request-counter.js';

export type Statistics = {
  readonly requests: RequestCounter;
  readonly refusals: RefusalNotes;
  readonly presence: GatewayPresence;
};

const shareEveryMs = 10_000;

/** Counts requests, notes refused ones, and shares both and the presence of this gateway with the other gateways. */
export function beginStatistics(
  store: SharedStore,
  {
    registry,
    logger,
    lifecycle,
  }: { readonly registry: Registry; readonly logger: Logger; readonly lifecycle: Lifecycle },
): Statistics {
  const lost = new Counter({
    name: 'wallet_service_statistics_lost_requests_total',
    help: 'Requests that the statistics of applications lack because the shared store did not answer',
    registers: [registry],
  });
  const requests = createRequestCounter({
    store,
    now: Date.now,
    onLost: (count) => {
      lost.inc(count);
    },
  });
  const refusals = createRefusalNotes({ store, now: Date.now });
  const presence = createGatewayPresence(store, `${os.hostname()}:${process.pid}`, Date.now);
  const share = async (): Promise<void> => {
    await requests.share();
    await refusals.share();
    await presence.announce();
  };
  const stop = repeat(share, { pauseMs: shareEveryMs, atOnce: true }, (error) => {
    logger.warn({ err: error }, 'the other gateways cannot be told that this one runs');
  });
  lifecycle.onStop('statistics', async () => {
    await stop();
    await requests.share();
    await refusals.share();
  });
  return { requests, refusals, presence };
}
