import { Counter, type Registry } from 'prom-client';
import type { Outcome } from './deliveries/delivery.js';

export type WebhookMetrics = {
  readonly observeAttempt: (result: Outcome['result'] | 'given-up') => void;
};

/** Labels are of closed sets only. */
export function createWebhookMetrics(registry: Registry): WebhookMetrics {
  const attempts = new Counter({
    name: 'webhook_attempts_total',
    help: 'Attempts to deliver, by what they came to (delivered, failed, given-up after the last one, gone).',
    labelNames: ['result'],
    registers: [registry],
  });
  return {
    observeAttempt: (result) => {
      attempts.inc({ result });
    },
  };
}
