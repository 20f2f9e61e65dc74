import { Counter, Histogram, type Registry } from 'prom-client';
import type { ShareOf } from './turns.js';

export type HttpMetrics = {
  readonly observe: (method: string, route: string, status: number, code: string, seconds: number) => void;
  readonly rateLimitUnshared: () => void;
  readonly shareRefused: (of: ShareOf) => void;
  /** Counts a refusal that came before there was a request. */
  readonly unreadable: (code: string) => void;
};

/**
 * Rate, errors and duration of every route, and the rate limits that gateways applied without the shared
 * store.
 */
export function createHttpMetrics(registry: Registry): HttpMetrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'wallet_service_http_requests_total',
    help: 'Requests by route, status and error code',
    labelNames: ['method', 'route', 'status', 'code'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'wallet_service_http_request_duration_seconds',
    help: 'Time from the first byte of the request to the last byte of the answer',
    labelNames: ['method', 'route'] as const,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10],
    registers,
  });
  const unshared = new Counter({
    name: 'wallet_service_rate_limit_unshared_total',
    help: 'Rate limits that a gateway applied alone because the shared store did not answer',
    registers,
  });
  const shareRefused = new Counter({
    name: 'wallet_service_share_refused_total',
    help:
      'Requests refused because their address or application had more under way, in number or in bytes, ' +
      'than its share; connections closed for that',
    labelNames: ['of'] as const,
    registers,
  });
  // So that all series exist before the first refusal.
  for (const whose of ['address', 'application', 'connections']) shareRefused.inc({ of: whose }, 0);
  const unreadable = new Counter({
    name: 'wallet_service_http_unreadable_requests_total',
    help: 'Input refused before it was a request, by error code: malformed HTTP, too many headers, too slow',
    labelNames: ['code'] as const,
    registers,
  });
  return {
    unreadable: (code) => {
      unreadable.inc({ code });
    },
    observe(method, route, status, code, seconds) {
      requests.inc({ method, route, status, code });
      duration.observe({ method, route }, seconds);
    },
    rateLimitUnshared: () => {
      unshared.inc();
    },
    shareRefused: (of) => {
      shareRefused.inc({ of });
    },
  };
}
