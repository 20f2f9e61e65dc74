import { AppError } from '@wallet-service/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';

export type ProbeDeps = {
  readonly registry: Registry;
  /** Whether requests can be answered now; false while the process stops. */
  readonly ready: () => boolean | Promise<boolean>;
};

export const probes = ['/healthz', '/readyz', '/metrics'];

/** Whether the path is exactly that of a probe. */
export function isProbe(request: FastifyRequest): boolean {
  return leadsToProbe(request) && request.routeOptions.url === request.originalUrl;
}

/**
 * Refuses `/metrics/` and `/%6detrics`, which the router takes for `/metrics`. The proxy that hides probes
 * from outside compares the literal path.
 */
export function otherSpellingOfProbe(request: FastifyRequest): AppError | undefined {
  if (!leadsToProbe(request) || isProbe(request)) return undefined;
  return new AppError('request.not-found', 'there is nothing at this path');
}

function leadsToProbe(request: FastifyRequest): boolean {
  return probes.includes(request.routeOptions.url ?? '');
}

/** `/healthz`: the process lives. `/readyz`: send it requests. `/metrics`: Prometheus text. */
export function registerProbes(app: FastifyInstance, { registry, ready }: ProbeDeps): void {
  app.get('/healthz', () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const isReady = await ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ready' : 'not ready' });
  });
  app.get('/metrics', async (_request, reply) => {
    void reply.header('content-type', registry.contentType);
    return registry.metrics();
  });
}
