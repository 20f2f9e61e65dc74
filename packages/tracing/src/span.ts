/** Where a span hangs. Without `spanId` it is the first of its trace. */
export type SpanParent = {
  /** 32 lower-case hexadecimal digits, not all zero. */
  readonly traceId: string;
  /** 16 lower-case hexadecimal digits, not all zero. */
  readonly spanId?: string;
};

/**
 * Values that operators see: from closed sets, ids and host names. MUST NOT hold tokens, keys, e-mail
 * addresses, whole URLs or payloads.
 */
export type SpanAttributes = Readonly<Record<string, string | number | boolean>>;

export type SpanDescription = {
  readonly name: string;
  readonly kind: 'server' | 'client' | 'internal';
  readonly attributes?: SpanAttributes;
};

/** A piece of work that is being measured. */
export type Span = {
  readonly traceId: string;
  readonly spanId: string;
  readonly set: (attributes: SpanAttributes) => void;
  /** Notes how the work failed; `fault` when it is this service's fault rather than the caller's. */
  readonly fail: (code: string, fault: boolean) => void;
  readonly end: () => void;
};

/** Begins a span now. */
export type BeginSpan = (description: SpanDescription, parent: SpanParent | undefined) => Span;
