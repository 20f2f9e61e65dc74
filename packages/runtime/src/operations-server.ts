import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';

export type OperationsServer = {
  /** `http://host:port` */
  readonly url: string;
  close(): Promise<void>;
};

/**
 * Serves `/healthz` (the process is alive), `/readyz` (200, or 503 while `ready` is false or fails) and
 * `/metrics` (Prometheus text) without authentication. `listen`, a `host:port`, must not be reachable from
 * outside.
 */
export async function startOperationsServer({
  listen,
  registry,
  ready,
}: {
  readonly listen: string;
  readonly registry: Pick<Registry, 'metrics' | 'contentType'>;
  readonly ready: () => Promise<boolean> | boolean;
}): Promise<OperationsServer> {
  const answers: Record<string, (response: ServerResponse) => Promise<void> | void> = {
    '/healthz': (response) => {
      answer(response, 200, 'ok\n');
    },
    '/readyz': async (response) => {
      const isReady = await (async () => ready())().catch(() => false);
      answer(response, isReady ? 200 : 503, isReady ? 'ready\n' : 'not ready\n');
    },
    '/metrics': async (response) => {
      answer(response, 200, await registry.metrics(), registry.contentType);
    },
  };
  const server = createServer({ requestTimeout: 5_000, headersTimeout: 2_000 }, (request, response) => {
    const found = request.method === 'GET' ? answers[request.url ?? ''] : undefined;
    if (!found) {
      answer(response, 404, 'not found\n');
      return;
    }
    void (async () => found(response))().catch(() => {
      response.destroy();
    });
  });
  const colon = listen.lastIndexOf(':');
  server.listen(Number(listen.slice(colon + 1)), listen.slice(0, colon).replaceAll(/[[\]]/g, ''));
  await once(server, 'listening');
  const { address, port, family } = server.address() as AddressInfo;
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answer(
  response: ServerResponse,
  status: number,
  body: string,
  contentType = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': contentType }).end(body);
}
