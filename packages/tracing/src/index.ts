export { hostOf } from './host-of.js';
export {
  activeSpanId,
  beginSampled,
  inSpan,
  inSpanBelow,
  inSpanOrRoot,
  untraced,
  withSpan,
} from './in-span.js';
export type { Span, SpanParent } from './span.js';
export { startTracing } from './start-tracing.js';
export type { TracingSettings } from './tracing-options.js';
export { readTraceparent } from './traceparent.js';
