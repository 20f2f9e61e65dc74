/** The parent of a span. Without `spanId` the span is the first of its trace. */
export type SpanParent = {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits, not all zero. */
  readonly spanId?: string;
};

/**
 * Values for operators: closed sets, ids and host names. MUST NOT contain tokens, keys, e-mail addresses,
 * whole URLs or payloads.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export type SpanDescription = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
};

/** A piece of measured work. */
export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly set: (attributes: SpanAttributes) => void;
  /** Records how the work failed. `fault` if this service and not the caller caused it. */
  readonly fail: (code: string, fault: boolean) => void;
  readonly end: () => void;
};

/** Begins a span now. */
export type BeginSpan = (description: SpanDescription, parent: SpanParent | undefined) => Span;
