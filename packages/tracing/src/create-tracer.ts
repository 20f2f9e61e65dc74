import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace';
import type { Tracer } from './in-span.js';
import type { SpanParent } from './span.js';
import type { TracingOptions } from './tracing-options.js';

const exportTimeoutMs = 2_000;
const batchDelayMs = 1_000;
const sampledFlag = 1;

/**
 * Loads the OpenTelemetry library, which is not loaded while tracing is off, and connects it to this package.
 */
export async function createTracer(
  options: TracingOptions & { readonly endpoint: string },
): Promise<{ tracer: Tracer; stop: () => Promise<void> }> {
  const [
    { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace },
    { BatchSpanProcessor, RandomIdGenerator, TracerProvider },
  ] = await Promise.all([import('@opentelemetry/api'), import('@opentelemetry/sdk-trace')]);
  const kinds = { internal: SpanKind.INTERNAL, server: SpanKind.SERVER, client: SpanKind.CLIENT };
  const ids = new RandomIdGenerator();
  // The trace id for the first span of a trace. Spans start synchronously, so it cannot be used for another
  // one.
  let wanted: string | undefined;
  const provider = new TracerProvider({
    resource: await resourceOf(options),
    idGenerator: {
      generateSpanId: () => ids.generateSpanId(),
      generateTraceId: () => wanted ?? ids.generateTraceId(),
    },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: await exporterOf(options),
        scheduledDelayMillis: batchDelayMs,
        exportTimeoutMillis: exportTimeoutMs,
      }),
    ],
  });
  const openTelemetry = provider.getTracer('wallet-service');

  function contextOf(parent: SpanParent | undefined) {
    if (parent?.spanId === undefined) return ROOT_CONTEXT;
    const { traceId, spanId } = parent;
    return trace.setSpanContext(ROOT_CONTEXT, {
      traceId,
      spanId,
      traceFlags: sampledFlag,
      isRemote: !('end' in parent),
    });
  }

  return {
    tracer: {
      isSampled: () => options.random() < options.sampleRatio,
      begin({ name, kind, attributes = {} }, parent) {
        wanted = parent?.traceId;
        const span = openTelemetry.startSpan(name, { kind: kinds[kind], attributes }, contextOf(parent));
        wanted = undefined;
        const { traceId, spanId } = span.spanContext();
        return {
          traceId,
          spanId,
          set: (more) => void span.setAttributes(more),
          fail(code, fault) {
            span.setAttribute('error.type', code);
            if (fault) span.setStatus({ code: SpanStatusCode.ERROR });
          },
          end: () => {
            span.end();
          },
        };
      },
    },
    stop: () => provider.shutdown().catch(() => undefined),
  };
}

async function resourceOf({ service, instance }: TracingOptions) {
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  return resourceFromAttributes({
    'service.namespace': 'wallet-service',
    'service.name': service,
    'service.instance.id': instance,
  });
}

async function exporterOf({
  endpoint,
  onExport,
}: TracingOptions & { readonly endpoint: string }): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const exporter = new OTLPTraceExporter({
    url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: exportTimeoutMs,
  });
  let arrives = true;
  return {
    export: (spans: ReadableSpan[], done) => {
      exporter.export(spans, (result) => {
        const code: number = result.code;
        const arrived = code === 0;
        if (arrived !== arrives) onExport(arrived);
        arrives = arrived;
        done(result);
      });
    },
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
