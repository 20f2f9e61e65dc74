import { toWire, AppError, type ErrorKind, type ErrorOnTheWire } from '@wallet-service/errors';
import { coreCode } from './core-code.js';
import { statusOfKind } from './status.js';

/** The shapes of errors on the public interface. */
export type ErrorShape = 'problem' | 'core' | 'pregeneration';

export type ErrorAnswer = {
  readonly status: number;
  readonly contentType: string;
  readonly body: Readonly<Record<string, unknown>>;
};

const titles: Readonly<Record<ErrorKind, string>> = {
  malformed: 'The request cannot be read',
  invalid: 'The request is not valid',
  unauthenticated: 'The caller is not authenticated',
  denied: 'The request is denied',
  'not-found': 'Not found',
  'method-not-allowed': 'The method is not allowed here',
  'too-slow': 'The request took too long to arrive',
  conflict: 'The request conflicts with the present state',
  gone: 'This version is retired',
  'precondition-failed': 'The resource has changed meanwhile',
  'too-large': 'The request is too large',
  'unsupported-media-type': 'The media type is not supported',
  'rate-limited': 'Too many requests',
  'headers-too-large': 'The request headers are too large',
  internal: 'The service failed',
  unavailable: 'The service is not available',
  timeout: 'The service did not answer in time',
};

const maxFieldErrors = 20;

/**
 * The place of a code on the reference page. RFC 9457 allows a relative reference with a full path. The gateway does
 * not know by which name its callers reach it, and what they send as `Host` is no proof.
 */
export function errorTypeOf(code: string): string {
  return `/docs#errors/${code}`;
}

/** The public form of any failure. Anything but an AppError leaves as `internal`, without detail. */
export function renderError(error: unknown, shape: ErrorShape, traceId: string): ErrorAnswer {
  const kind = error instanceof AppError ? error.kind : 'internal';
  const wire = toWire(error);
  return renderers[shape](kind, wire, traceId);
}

type Renderer = (kind: ErrorKind, wire: ErrorOnTheWire, traceId: string) => ErrorAnswer;

const renderers: Readonly<Record<ErrorShape, Renderer>> = {
  problem: renderProblem,
  core: renderCore,
  pregeneration: renderPregeneration,
};

/** RFC 9457. The members of `details` are added to the standard ones and never replace them. */
function renderProblem(kind: ErrorKind, wire: ErrorOnTheWire, traceId: string): ErrorAnswer {
  const status = statusOfKind[kind];
  return {
    status,
    contentType: 'application/problem+json; charset=utf-8',
    body: {
      ...wire.details,
      type: errorTypeOf(wire.code),
      title: titles[kind],
      status,
      detail: wire.message,
      code: wire.code,
      trace_id: traceId,
      ...(wire.fields && { errors: wire.fields.slice(0, maxFieldErrors) }),
    },
  };
}

function renderCore(kind: ErrorKind, wire: ErrorOnTheWire, traceId: string): ErrorAnswer {
  const fields = wire.fields && { errors: wire.fields.slice(0, maxFieldErrors) };
  return {
    status: isBrokenSchema(wire, kind) ? statusOfKind.malformed : statusOfKind[kind],
    contentType: 'application/json; charset=utf-8',
    body: {
      error: {
        code: coreCode(wire.code),
        message: wire.message,
        details: { ...wire.details, ...fields, trace_id: traceId },
      },
    },
  };
}

/**
 * The public contract fixes the whole body (section 7), so it has no member for a code. The trace id is in
 * the header.
 */
function renderPregeneration(kind: ErrorKind, wire: ErrorOnTheWire): ErrorAnswer {
  return {
    status: isBrokenSchema(wire, kind) ? statusOfKind.malformed : statusOfKind[kind],
    contentType: 'application/json; charset=utf-8',
    body: { error: pregenerationText(wire), status: 'error' },
  };
}

/** Another code has the same status there. */
const namedInText: readonly string[] = ['auth.secret-key-expired', 'auth.scope-missing'];

function pregenerationText({ code, message, fields }: ErrorOnTheWire): string {
  if (code === 'auth.secret-key-invalid') return 'client not found: the secret key identifies no application';
  if (namedInText.includes(code)) return `${code}: ${message}`;
  const aboutEmail = fields?.some(({ path }) => path === '/email' || path === 'query email') ?? false;
  return aboutEmail ? 'MALFORMED_EMAIL' : message;
}

/** 422 on Core too: an Idempotency-Key that was used for another request, as its draft requires, and a network. */
const neverBrokenSchema: readonly string[] = ['request.idempotency-mismatch', 'wallet.network-unsupported'];

/** 400 on Core and pre-generation. */
function isBrokenSchema({ code }: ErrorOnTheWire, kind: ErrorKind): boolean {
  return kind === 'invalid' && !neverBrokenSchema.includes(code);
}
