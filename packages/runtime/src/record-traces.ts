import { hostname } from 'node:os';
import { startTracing, type TracingSettings } from '@wallet-service/tracing';
import type { Lifecycle } from './run.js';

/** Starts recording this process's part of traces if a receiver is configured, until the process stops. */
export async function recordTraces({
  service,
  settings,
  lifecycle,
  logger,
}: {
  readonly service: string;
  readonly settings: TracingSettings;
  readonly lifecycle: Pick<Lifecycle, 'onStop'>;
  readonly logger: {
    warn(fields: object, message: string): void;
    info(fields: object, message: string): void;
  };
}): Promise<void> {
  const { endpoint } = settings;
  const tracing = await startTracing({
    ...settings,
    service,
    instance: `${hostname()}-${process.pid}`,
    random: Math.random,
    onExport: (arrives) => {
      if (arrives) logger.info({ endpoint }, 'traces are accepted again');
      else logger.warn({ endpoint }, 'traces cannot be delivered and are lost');
    },
  });
  lifecycle.onStop('send the last traces', tracing.stop);
}
