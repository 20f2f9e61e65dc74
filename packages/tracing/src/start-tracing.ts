import { createTracer } from './create-tracer.js';
import { setTracer } from './in-span.js';
import type { TracingOptions } from './tracing-options.js';

/**
 * Makes this process record spans and send them in batches. A slow or missing receiver costs spans, never
 * requests, because the queue is bounded. `stop` sends the rest, and gives up after 2 s.
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
