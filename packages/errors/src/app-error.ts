import { errorCodes, isErrorCode, type ErrorCode, type ErrorKind } from './codes.js';

/**
 * One thing wrong with one field. `path` is a JSON Pointer (RFC 6901) into the request, such as
 * `/rules/0/conditions/1/value`.
 */
export type FieldError = { readonly path: string; readonly message: string };

export type ErrorExtras = {
  /** What is wrong with which field; for `malformed` and `invalid`. */
  readonly fields?: readonly FieldError[];
  /** Facts that the caller may use: the policy that denied, the version in force. Public; never secrets. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** Seconds after which trying again makes sense. */
  readonly retryAfterSeconds?: number;
  /** What went wrong underneath; logged, never sent. */
  readonly cause?: unknown;
};

/** A failure on purpose. `message` is public and says what the caller can do about it. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly kind: ErrorKind;
  readonly fields: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.code = code;
    this.kind = errorCodes[code];
    this.fields = extras.fields ?? [];
    this.details = extras.details ?? {};
    this.retryAfterSeconds = extras.retryAfterSeconds;
  }
}

/** The form in which an AppError crosses a process border. */
export type ErrorOnTheWire = {
  code: string;
  message: string;
  fields?: readonly FieldError[];
  details?: Readonly<Record<string, unknown>>;
  retryAfterSeconds?: number;
};

/** What may leave the process: an AppError as it is, anything else as `internal` without detail. */
export function toWire(error: unknown): ErrorOnTheWire {
  if (!(error instanceof AppError) || error.kind === 'internal') {
    const code = error instanceof AppError ? error.code : 'internal';
    return { code, message: 'the service failed; the trace id finds the cause in its log' };
  }
  return {
    code: error.code,
    message: error.message,
    ...(error.fields.length > 0 && { fields: error.fields }),
    ...(Object.keys(error.details).length > 0 && { details: error.details }),
    ...(error.retryAfterSeconds !== undefined && { retryAfterSeconds: error.retryAfterSeconds }),
  };
}

/** The other half of `toWire`. A code that this version does not know becomes `internal`. */
export function fromWire(wire: ErrorOnTheWire): AppError {
  const code = isErrorCode(wire.code) ? wire.code : 'internal';
  return new AppError(code, wire.message, {
    ...(wire.fields && { fields: wire.fields }),
    ...(wire.details && { details: wire.details }),
    ...(wire.retryAfterSeconds !== undefined && { retryAfterSeconds: wire.retryAfterSeconds }),
  });
}

/** A request that is wrong in one field. */
export function invalidField(path: string, message: string): AppError {
  return new AppError('request.invalid', `${path}: ${message}`, { fields: [{ path, message }] });
}
