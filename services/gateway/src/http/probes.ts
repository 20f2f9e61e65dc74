import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';

export type ProbeDeps = {
  readonly registry: Registry;
  /** Whether requests can be answered now; false while the process stops. */
  readonly ready: () => boolean | Promise<boolean>;
};

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
