import { WalletServiceError, type FieldError, type StepUpChallenge } from './error.js';
import type { Operation } from './operation.js';

/** What only some interfaces need to become the one form: the codes of Core, and those of pre-generation by status. */
export type ErrorForms = {
  readonly coreCodes?: Readonly<Record<string, string>>;
  readonly pregenerationCodes?: Readonly<Record<number, string>>;
};

type Json = Readonly<Record<string, unknown>>;
type Plain = { readonly code: string; readonly message: string; readonly details: Json };

const retryableStatus: readonly number[] = [408, 429, 502, 503, 504];

/** The error in an answer that is not 2xx, in the one form. `text` is its body, which may be anything. */
export function readError(
  { id, errors }: Operation,
  response: Response,
  text: string,
  forms: ErrorForms,
): WalletServiceError {
  const { status, headers } = response;
  const { code, message, details } = readers[errors](parsed(text), status, forms) ?? notOurs(status);
  const { trace_id, errors: fields, ...facts } = details;
  return new WalletServiceError(message, {
    ...{ code, operation: id, status, details: facts, idempotencyKey: undefined },
    traceId: headers.get('x-trace-id') ?? textOf(trace_id),
    retryable: retryableStatus.includes(status) || code === 'request.idempotency-running',
    fields: Array.isArray(fields) ? (fields as FieldError[]) : [],
    decisionId: textOf(facts['decision_id']),
    retryAfterMs: milliseconds(headers.get('retry-after')),
    challenge: code === 'auth.mfa-required' ? challengeOf(facts) : undefined,
  });
}

type Reader = (body: Json, status: number, forms: ErrorForms) => Plain | undefined;

const readers: Readonly<Record<Operation['errors'], Reader>> = {
  /** RFC 9457. */
  problem: ({ type: _type, title: _title, status: _status, code, detail, ...details }) =>
    typeof code === 'string' ? { code, message: String(detail), details } : undefined,
  core: ({ error }, _status, { coreCodes = {} }) => {
    const { code, message, details } = objectOf(error);
    if (typeof code !== 'string') return undefined;
    return { code: coreCodes[code] ?? code, message: String(message), details: objectOf(details) };
  },
  /** The text begins with its code if another has the same status. */
  pregeneration: ({ error, status: told }, status, { pregenerationCodes = {} }) => {
    if (told !== 'error' || typeof error !== 'string') return undefined;
    const [, named, rest] = /^([a-z-]+\.[a-z-]+): (.*)$/s.exec(error) ?? [];
    const code = named ?? pregenerationCodes[status] ?? 'internal';
    return { code, message: rest ?? error, details: {} };
  },
};

/** Of something in between, such as a proxy. Its text is not told, because it may repeat the request's credentials. */
function notOurs(status: number): Plain {
  const message = `the answer ${status} is not of the wallet service: check the url, and proxies in between`;
  return { code: 'client.answer-invalid', message, details: {} };
}

function challengeOf({ acr_values: values, max_age: seconds }: Json): StepUpChallenge {
  return {
    acrValues: Array.isArray(values) ? values.map(String) : [],
    maxAgeSeconds: typeof seconds === 'number' ? seconds : undefined,
  };
}

/** RFC 9110, 10.2.3: seconds, or a date. */
function milliseconds(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
}

function parsed(text: string): Json {
  try {
    return objectOf(JSON.parse(text));
  } catch {
    return {};
  }
}

function objectOf(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {};
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
