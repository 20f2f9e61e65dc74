import { Counter, type Registry } from 'prom-client';
import { gaugeOf } from '@wallet-service/runtime';
import type { Backlog } from './deliveries/backlog-store.js';
import type { Outcome } from './deliveries/delivery.js';

export type WebhookMetrics = {
  readonly observeAttempt: (result: Outcome['result'] | 'given-up') => void;
};

/** Labels take only values of closed sets. */
export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const attempts = new Counter({
    name: 'wallet_service_webhook_attempts_total',
    help: 'Delivery attempts by result (delivered, failed, given-up after the last one, gone).',
    labelNames: ['result'],
    registers: [registry],
  });
  return {
    observeAttempt: (result) => {
      attempts.inc({ result });
    },
  };
}

/** What waits to be read or delivered, over all applications. */
export function measureBacklog(registry: Registry, read: () => Promise<Backlog>): void {
  gaugeOf(
    registry,
    { name: 'wallet_service_webhook_deliveries_pending', help: 'Deliveries that are not completed yet.' },
    async () => (await read()).pending,
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_webhook_overdue_seconds',
      help: 'How long the most overdue delivery that may be attempted has been due; 0 = none is late.',
    },
    async () => (await read()).overdueSeconds,
  );
  gaugeOf(
    registry,
    {
      name: 'wallet_service_webhook_feed_overdue_seconds',
      help: 'How long the most overdue feed of events has been due to be read; 0 = none is late.',
    },
    async () => (await read()).feedOverdueSeconds,
  );
}
