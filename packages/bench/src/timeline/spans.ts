import type { ReceivedSpan } from '@wallet-service/test-kit/otlp-receiver';
import { figureOf } from '../figures.js';

/** A step as the path's traces record it. In milliseconds, of one request alone. */
export type TimedStep = {
  readonly name: string;
  readonly process: string;
  /** How many steps are around it. */
  readonly depth: number;
  /** From the start of the request, on average: a span's start has whole milliseconds only. */
  readonly startMs: number;
  /** The median. */
  readonly ms: number;
};

/** The steps of all traces that begin with `root`, in the order in which they start. */
export function timedSteps(spans: readonly ReceivedSpan[], root: string): readonly TimedStep[] {
  const traces = new Map<string, ReceivedSpan[]>();
  for (const span of spans) traces.set(span.traceId, [...(traces.get(span.traceId) ?? []), span]);
  const roots = spans.filter(({ name, parentSpanId }) => name === root && !parentSpanId);
  const seen = new Map<
    string,
    { span: ReceivedSpan; depth: number; starts: number[]; durations: number[] }
  >();
  for (const first of roots) {
    const trace = traces.get(first.traceId) ?? [];
    const byId = new Map(trace.map((span) => [span.spanId, span]));
    const count = new Map<string, number>();
    for (const span of trace.toSorted((one, other) => startOf(one) - startOf(other))) {
      const path = pathOf(span, byId);
      const kind = path.map(({ service, name }) => `${service} ${name}`).join(' > ');
      // The same step may be there twice: the journal has an intent and a result.
      const number = (count.get(kind) ?? 0) + 1;
      count.set(kind, number);
      const known = seen.get(`${kind} ${number}`) ?? {
        span,
        depth: path.length - 1,
        starts: [],
        durations: [],
      };
      seen.set(`${kind} ${number}`, known);
      known.starts.push(startOf(span) - startOf(first));
      known.durations.push(Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1e6);
    }
  }
  return [...seen.values()]
    .filter(({ starts }) => starts.length > roots.length / 2)
    .map(({ span, depth, starts, durations }) => ({
      name: span.name,
      process: span.service,
      depth,
      startMs: starts.reduce((sum, each) => sum + each, 0) / starts.length,
      ms: figureOf(durations).median,
    }))
    .toSorted((one, other) => one.startMs - other.startMs || one.depth - other.depth);
}

function startOf({ startTimeUnixNano }: ReceivedSpan): number {
  return Number(BigInt(startTimeUnixNano) / 1000n) / 1000;
}

/** The span with all that are around it, the outermost first. */
function pathOf(span: ReceivedSpan, byId: ReadonlyMap<string, ReceivedSpan>): readonly ReceivedSpan[] {
  const path = [span];
  for (let above = byId.get(span.parentSpanId); above; above = byId.get(above.parentSpanId))
    path.unshift(above);
  return path;
}
