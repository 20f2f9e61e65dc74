import { Type } from 'typebox';

/** Of every process that can record traces; the names are OpenTelemetry's. */
export const tracingVariables = {
  /** Base URL of an OTLP receiver over HTTP. Without it nothing is recorded. */
  OTEL_EXPORTER_OTLP_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://[^\\s@?#]+$' })),
  /** Share of the traces that are recorded. */
  OTEL_TRACES_SAMPLER_ARG: Type.Number({ default: 1, minimum: 0, maximum: 1 }),
};

/** What they say, as packages/tracing takes it. */
export function tracingSettings(read: {
  readonly OTEL_EXPORTER_OTLP_ENDPOINT?: string;
  readonly OTEL_TRACES_SAMPLER_ARG: number;
}): { readonly endpoint: string | undefined; readonly sampleRatio: number } {
  return { endpoint: read.OTEL_EXPORTER_OTLP_ENDPOINT, sampleRatio: read.OTEL_TRACES_SAMPLER_ARG };
}
