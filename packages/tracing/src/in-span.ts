import { AsyncLocalStorage } from 'node:async_hooks';
import { failureOf } from './failure-of.js';
import type { BeginSpan, Span, SpanDescription, SpanParent } from './span.js';

export type Tracer = {
  readonly begin: BeginSpan;
  /** Whether a trace that begins now is recorded. */
  readonly isSampled: () => boolean;
};

type Work<Result> = (span: Span | undefined) => Promise<Result>;

// One per process, as in every tracing library. As a parameter it would have to pass through every measured
// function.
let tracer: Tracer | undefined;
// Costs nothing before its first `run`, which happens only with a tracer.
const active = new AsyncLocalStorage<Span | undefined>();

export function setTracer(next: Tracer | undefined): void {
  tracer = next;
}

/**
 * Begins the first span of this process in a trace. Undefined if tracing is off or this trace is not sampled.
 * The caller MUST end it.
 */
export function beginSampled(description: SpanDescription, parent: SpanParent): Span | undefined {
  return tracer?.isSampled() === true ? tracer.begin(description, parent) : undefined;
}

/** Measures work as a span under the active one. Without one it just runs the work. */
export function inSpan<Result>(description: SpanDescription, work: Work<Result>): Promise<Result> {
  const parent = tracer && active.getStore();
  return parent ? measured(description, parent, work) : work(undefined);
}

/** The same under a span of another process. If the caller names none, nothing is recorded. */
export function inSpanBelow<Result>(
  { traceId, spanId }: { readonly traceId: string; readonly spanId: string },
  description: SpanDescription,
  work: Work<Result>,
): Promise<Result> {
  if (!tracer || spanId === '') return work(undefined);
  return measured(description, { traceId, spanId }, work);
}

/** The same under the active span or, without one, for example in the background, as a trace of its own. */
export function inSpanOrRoot<Result>(description: SpanDescription, work: Work<Result>): Promise<Result> {
  const parent = tracer && active.getStore();
  if (parent) return measured(description, parent, work);
  return tracer?.isSampled() === true ? measured(description, undefined, work) : work(undefined);
}

/** Makes a span the active one during `work`. */
export function withSpan<Result>(span: Span | undefined, work: () => Result): Result {
  return span ? active.run(span, work) : work();
}

/** Work that requests share, or that outlives this request, belongs to no trace. */
export function untraced<Result>(work: () => Result): Result {
  return tracer ? active.run(undefined, work) : work();
}

/** The id of the active span, which is sent to the next process. '' if there is none. */
export function activeSpanId(): string {
  return (tracer && active.getStore()?.spanId) ?? '';
}

async function measured<Result>(
  description: SpanDescription,
  parent: SpanParent | undefined,
  work: Work<Result>,
): Promise<Result> {
  if (!tracer) return work(undefined);
  const span = tracer.begin(description, parent);
  try {
    return await active.run(span, () => work(span));
  } catch (error) {
    const { code, fault } = failureOf(error);
    span.fail(code, fault);
    throw error;
  } finally {
    span.end();
  }
}
