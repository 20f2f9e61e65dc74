import { Histogram, Registry } from 'prom-client';
import { registerNodeMetrics } from './node-metrics.js';

export type Metrics = {
  readonly registry: Registry;
  /**
   * One call, by method and outcome (`ok` or the code of the error). Labels MUST come from closed sets, never
   * from requests.
   */
  observeRpc(method: string, code: string, seconds: number): void;
};

/** The metrics of a process: Node's, and its own. All have the process's name as `component`. */
export function createRegistry(component: string): Registry {
  const registry = new Registry();
  registry.setDefaultLabels({ component });
  registerNodeMetrics(registry);
  return registry;
}

/** Includes the measurements of the calls that the process serves. */
export function createMetrics(component: string): Metrics {
  const registry = createRegistry(component);
  const calls = new Histogram({
    name: 'wallet_service_rpc_duration_seconds',
    help: 'Duration of the calls that this process served, by method and outcome.',
    labelNames: ['method', 'code'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return {
    registry,
    observeRpc: (method, code, seconds) => {
      calls.observe({ method, code }, seconds);
    },
  };
}
