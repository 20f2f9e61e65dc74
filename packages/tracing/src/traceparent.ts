import type { SpanParent } from './span.js';

const parts = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const longest = 512;

/**
 * The caller's span out of a `traceparent` header (W3C Trace Context, level 1); undefined when there is none
 * or it breaks the rules. Its sampling flag is not looked at: strangers do not decide how much is recorded
 * here.
 */
export function readTraceparent(header: unknown): Required<SpanParent> | undefined {
  if (typeof header !== 'string' || header.length > longest) return undefined;
  const [, version, traceId = '', spanId = '', more] = parts.exec(header) ?? [];
  if (version === undefined || version === 'ff' || isZero(traceId) || isZero(spanId)) return undefined;
  // Later versions may say more after the flags; version 00 says nothing more.
  if (version === '00' && more !== undefined) return undefined;
  return { traceId, spanId };
}

function isZero(digits: string): boolean {
  return /^0+$/.test(digits);
}
