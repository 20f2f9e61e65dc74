import type { Operations } from '../generated/operations.js';

/** What went wrong before or after the service: its own codes are in the reference. */
export type ClientErrorCode =
  /** The deadline of the call has passed. A request that may have arrived can be repeated with `idempotencyKey`. */
  | 'client.timeout'
  /** The caller's signal ended the call. */
  | 'client.aborted'
  /** No answer came: connection refused, reset, or blocked by the browser (CORS). */
  | 'client.network'
  /** The answer is not in the form of the reference: often a proxy or a wrong `url`. */
  | 'client.answer-invalid'
  /** The answer is well-formed, but it is not what was asked for. Nothing of it was handed out. */
  | 'client.answer-mismatch'
  /** The arguments of the caller cannot be sent. */
  | 'client.request-invalid'
  /** This wallet, library or interface cannot do it. The message says what can. */
  | 'client.unsupported'
  /** The service did not send this webhook, or not lately, or not with this body. */
  | 'client.webhook-invalid'
  /** The token belongs to another user than the wallet. */
  | 'client.user-changed';

export type FieldError = { readonly path: string; readonly message: string };

/** RFC 9470: what a new token must prove. */
export type StepUpChallenge = {
  /** Any one of them, best first. */
  readonly acrValues: readonly string[];
  /** Seconds since the login, at most. */
  readonly maxAgeSeconds: number | undefined;
};

export type ErrorFacts = {
  /** What went wrong, for programs: a code of the reference, the same on all interfaces, or a `ClientErrorCode`. */
  readonly code: string;
  readonly operation: string;
  /** The HTTP status; 0 if no answer came. */
  readonly status: number;
  /** Finds the request in the service's logs. */
  readonly traceId: string | undefined;
  /** Whether the same request may succeed later, unchanged. */
  readonly retryable: boolean;
  readonly fields: readonly FieldError[];
  /** Facts about the error, with the names of the reference. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The policy service's record of its decision: `GET /v1/decision/{id}`. */
  readonly decisionId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly challenge: StepUpChallenge | undefined;
  /** Repeats this request without doing its work twice. */
  readonly idempotencyKey: string | undefined;
};

/** Every failure of this package, in one form for all interfaces. */
export class WalletServiceError extends Error implements ErrorFacts {
  override readonly name = 'WalletServiceError';
  readonly code: string;
  readonly operation: string;
  readonly status: number;
  readonly traceId: string | undefined;
  readonly retryable: boolean;
  readonly fields: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly decisionId: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly challenge: StepUpChallenge | undefined;
  readonly idempotencyKey: string | undefined;

  constructor(message: string, facts: ErrorFacts, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = facts.code;
    this.operation = facts.operation;
    this.status = facts.status;
    this.traceId = facts.traceId;
    this.retryable = facts.retryable;
    this.fields = facts.fields;
    this.details = facts.details;
    this.decisionId = facts.decisionId;
    this.retryAfterMs = facts.retryAfterMs;
    this.challenge = facts.challenge;
    this.idempotencyKey = facts.idempotencyKey;
  }
}

export type CodeOf<Id extends keyof Operations> = Operations[Id]['code'] | ClientErrorCode;

/** Narrows `error.code` to the codes of one operation, so that a `switch` over them is checked by the compiler. */
export function isErrorOf<Id extends keyof Operations>(
  operation: Id,
  error: unknown,
): error is WalletServiceError & { readonly code: CodeOf<Id> } {
  return error instanceof WalletServiceError && error.operation === operation;
}

/** An error of this package's own, about a call that got no answer from the service, or one that is wrong. */
export function clientError(
  code: ClientErrorCode,
  message: string,
  facts: Partial<Omit<ErrorFacts, 'code'>> = {},
  cause?: unknown,
): WalletServiceError {
  const none = { traceId: undefined, decisionId: undefined, retryAfterMs: undefined, challenge: undefined };
  const empty = {
    operation: '',
    status: 0,
    retryable: false,
    fields: [],
    details: {},
    idempotencyKey: undefined,
  };
  return new WalletServiceError(message, { ...none, ...empty, ...facts, code }, cause);
}
