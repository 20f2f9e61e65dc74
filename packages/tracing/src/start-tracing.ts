import { createTracer } from './create-tracer.js';
import { setTracer } from './in-span.js';
import type { TracingOptions } from './tracing-options.js';

/**
 * Makes this process record spans and send them in batches. A receiver that is slow or gone costs spans,
 * never requests: what waits is bounded. `stop` sends what is left, and gives up after 2 s.
 */
export async function startTracing(options: TracingOptions): Promise<{ stop: () => Promise<void> }> {
  if (options.endpoint === undefined) return { stop: () => Promise.resolve() };
  const { tracer, stop } = await createTracer({ ...options, endpoint: options.endpoint });
  setTracer(tracer);
  return {
    stop: async () => {
      setTracer(undefined);
      await stop();
    },
  };
}
