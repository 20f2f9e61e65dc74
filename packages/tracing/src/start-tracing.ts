import { createTracer } from './create-tracer.js';
import { setTracer } from './in-span.js';

export type TracingSettings = {
  /** Base URL of an OTLP receiver over HTTP, such as `http://collector:4318`. Undefined: nothing is recorded, and nothing of the library is loaded. */
  readonly endpoint: string | undefined;
  /** Share of the traces that begin here which are recorded, from 0 to 1. */
  readonly sampleRatio: number;
};

export type TracingOptions = TracingSettings & {
  /** Name of the process. */
  readonly service: string;
  /** Name of this replica. */
  readonly instance: string;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Told when spans begin to be lost, and when they arrive again. */
  readonly onExport: (arrives: boolean) => void;
};

/**
 * Makes this process record spans and send them in batches. A receiver that is slow or gone costs spans, never requests: what waits is
 * bounded. `stop` sends what is left, and gives up after 2 s.
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
