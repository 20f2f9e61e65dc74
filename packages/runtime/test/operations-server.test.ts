import { createMetrics } from '../src/metrics.js';
import { startOperationsServer } from '../src/operations-server.js';

describe('the operations server', () => {
  it('distinguishes life from readiness and serves the metrics', async () => {
    const metrics = createMetrics('test');
    metrics.observeRpc('/a.v1.A/B', 'ok', 0.002);
    let ready: () => Promise<boolean> | boolean = () => true;
    const server = await startOperationsServer({
      listen: '127.0.0.1:0',
      registry: metrics.registry,
      ready: () => ready(),
    });
    const status = async (path: string): Promise<number> => (await fetch(server.url + path)).status;

    expect([await status('/healthz'), await status('/readyz'), await status('/x')]).toEqual([200, 200, 404]);
    ready = () => Promise.reject(new Error('down'));
    expect([await status('/healthz'), await status('/readyz')]).toEqual([200, 503]);
    ready = () => false;
    expect(await status('/readyz')).toBe(503);
    expect(await (await fetch(`${server.url}/metrics`)).text()).toContain(
      'wallet_service_rpc_duration_seconds_count{component="test",method="/a.v1.A/B",code="ok"} 1',
    );
    expect((await fetch(`${server.url}/healthz`, { method: 'POST' })).status).toBe(404);
    await server.close();
    await expect(status('/healthz')).rejects.toThrow();
  });

  it('reports a port that is in use', async () => {
    const { registry } = createMetrics('test');
    const first = await startOperationsServer({ listen: '127.0.0.1:0', registry, ready: () => true });
    const listen = first.url.slice('http://'.length);
    await expect(startOperationsServer({ listen, registry, ready: () => true })).rejects.toThrow(
      /EADDRINUSE/,
    );
    await first.close();
  });
});
