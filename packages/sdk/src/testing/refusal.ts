import type { FieldError } from '../core/error.js';
import type { Operation } from '../core/operation.js';
import { errors } from '../generated/testing.js';

/** Why a request fails. `code` as in the reference. */
export class Refusal extends Error {
  readonly code: string;
  readonly fields: readonly FieldError[];
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    code: string,
    { message, fields = [], details = {}, retryAfterSeconds }: Partial<Omit<Refusal, 'code'>> = {},
  ) {
    const told = fields.slice(0, 3).map((field) => `${field.path || 'the body'} ${field.message}`);
    super(message ?? (told.join('; ') || (errors[code]?.detail ?? code)));
    this.code = code;
    this.fields = fields;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function invalid(path: string, message: string): Refusal {
  return new Refusal('request.invalid', { fields: [{ path, message }] });
}

/** What the real service does and the test server does not. No code of the service, so that nobody mistakes it. */
export function untested(what: string): Refusal {
  return new Refusal('testing.unsupported', { message: `the test server does not do this: ${what}` });
}

const maxFields = 20;

/** The answer to a refused request, in the form of its interface. */
export function refusalResponse({ errors: form }: Operation, refusal: Refusal, traceId: string): Response {
  const { code, message, details } = refusal;
  const facts = errors[code] ?? { status: 501, title: 'The test server cannot do this', detail: message };
  const { status = facts.core?.status ?? 500 } = facts;
  const fields = refusal.fields.length > 0 ? { errors: refusal.fields.slice(0, maxFields) } : {};
  if (form === 'problem') {
    const { title } = facts;
    const standard = {
      type: `/docs#errors/${code}`,
      title,
      status,
      detail: message,
      code,
      trace_id: traceId,
    };
    const body = { ...details, ...standard, ...fields };
    return json(status, body, headersOf(refusal, status, traceId), 'application/problem+json');
  }
  const shown = (form === 'core' ? facts.core?.status : facts.pregeneration) ?? status;
  const headers = headersOf(refusal, shown, traceId);
  if (form === 'pregeneration') return json(shown, { error: message, status: 'error' }, headers);
  const error = {
    code: facts.core?.code ?? code,
    message,
    details: { ...details, ...fields, trace_id: traceId },
  };
  return json(shown, { error }, headers);
}

export function json(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>>,
  type = 'application/json',
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': `${type}; charset=utf-8` },
  });
}

function headersOf(refusal: Refusal, status: number, traceId: string): Record<string, string> {
  const { retryAfterSeconds = [429, 503].includes(status) ? 1 : undefined } = refusal;
  return {
    'x-trace-id': traceId,
    ...(status === 401 && { 'www-authenticate': challengeFor(refusal) }),
    ...(retryAfterSeconds !== undefined && { 'retry-after': String(retryAfterSeconds) }),
  };
}

/** RFC 9110, 11.6.1; for tokens RFC 6750; for a second factor RFC 9470. */
function challengeFor({ code, message, details }: Refusal): string {
  const description = `error_description="${message.replaceAll(/["\\]|[^\x20-\x7e]/g, "'")}"`;
  if (code === 'auth.secret-key-invalid') return 'ApiKey header="X-Service-Secret-Key"';
  if (code === 'auth.operator-key-invalid') return 'ApiKey header="X-Service-Operator-Key"';
  if (code === 'auth.api-key-invalid') return 'ApiKey header="X-Service-API-Key"';
  if (code === 'auth.mfa-required') {
    const { acr_values: values, max_age: seconds } = details;
    return [
      `Bearer error="insufficient_user_authentication", ${description}`,
      ...(Array.isArray(values) ? [`acr_values="${values.join(' ')}"`] : []),
      ...(typeof seconds === 'number' ? [`max_age=${seconds}`] : []),
    ].join(', ');
  }
  const isOfToken = code.startsWith('auth.token-') && code !== 'auth.token-missing';
  return isOfToken ? `Bearer error="invalid_token", ${description}` : 'Bearer';
}
