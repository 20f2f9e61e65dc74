import type { Operations } from '../generated/operations.js';
import type { CallOptions } from '../wallets.js';
import { startDeadline, type Deadline } from './deadline.js';
import { toHex } from './encoding.js';
import { clientError, WalletServiceError } from './error.js';
import type { Operation } from './operation.js';
import { readError, type ErrorForms } from './read-error.js';
import { shouldRepeat, waitMs } from './repeat.js';

export type CallerOptions = {
  /** Where the gateway is, such as `https://wallets.example.com`. A path prefix is kept. */
  readonly url: string;
  /** Another `fetch`, for tests and proxies. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Milliseconds for a call with all its attempts, without what a person does in `onStepUp`. 30,000 by default. */
  readonly timeoutMs?: number;
  /** 3 by default. 1: nothing is sent again. */
  readonly maxAttempts?: number;
};

/** What is sent, beside what the operation says by itself. */
export type Sent = {
  /** The parameters of the path, in their order. */
  readonly path?: readonly string[];
  readonly query?: Readonly<Record<string, string | number | boolean | undefined>>;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly body?: unknown;
};

/** A refusal of the token, which another token may mend. */
export type Renewal = { readonly refused: WalletServiceError; readonly untimed: Deadline['untimed'] };

/**
 * Makes what is sent. Called again when the service says that the token has expired (once in a call), and when it asks
 * for a better one (once). Undefined: there is no other token, so the refusal is the result.
 */
export type Prepare = (renewal?: Renewal) => Sent | undefined | Promise<Sent | undefined>;

export type Call = <Id extends keyof Operations>(
  operation: Operation & { readonly id: Id },
  prepare: Prepare,
  options?: CallOptions,
) => Promise<Operations[Id]['answer']>;

/** Sends operations, with one deadline each, and again only where that cannot do the work twice. */
export function createCaller(settings: CallerOptions, forms: ErrorForms = {}): Call {
  const { timeoutMs, maxAttempts = 3 } = settings;
  return async (operation, prepare, options = {}) => {
    const key = keyOf(operation, options.idempotencyKey);
    const deadline = startDeadline(options.timeoutMs ?? timeoutMs, options.signal, operation.id);
    const send = (sent: Sent): Promise<unknown> => sendOnce(settings, operation, sent, key, deadline, forms);
    try {
      return (await withRenewals(send, prepare, operation, maxAttempts, deadline)) as never;
    } catch (error) {
      throw error instanceof WalletServiceError ? ofCall(error, operation.id, key) : error;
    } finally {
      deadline.end();
    }
  };
}

/** What only the call knows, where the error does not say it. */
function ofCall(error: WalletServiceError, operation: string, key: string | undefined): WalletServiceError {
  return Object.assign(error, {
    operation: error.operation || operation,
    idempotencyKey: error.idempotencyKey ?? key,
  });
}

type Send = (sent: Sent) => Promise<unknown>;

/** Each renewal is tried once. */
async function withRenewals(
  send: Send,
  prepare: Prepare,
  operation: Operation,
  maxAttempts: number,
  deadline: Deadline,
): Promise<unknown> {
  const open = new Set(['auth.token-expired', 'auth.mfa-required']);
  const { untimed } = deadline;
  let sent = await deadline.within(() => prepare());
  for (;;) {
    try {
      return await withRepetitions(() => send(sent ?? {}), operation, maxAttempts, deadline);
    } catch (refused) {
      if (!(refused instanceof WalletServiceError) || !open.delete(refused.code)) throw refused;
      sent = await deadline.within(() => prepare({ refused, untimed }));
      if (sent === undefined) throw refused;
    }
  }
}

async function withRepetitions(
  send: () => Promise<unknown>,
  operation: Operation,
  maxAttempts: number,
  deadline: Deadline,
): Promise<unknown> {
  let mayBeDone = false;
  for (let attempt = 1; ;) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof WalletServiceError) || error === deadline.error()) throw error;
      // An earlier attempt has deleted it, and its answer was lost.
      if (mayBeDone && operation.method === 'DELETE' && isGone(error)) return undefined;
      if (attempt >= maxAttempts || !shouldRepeat(operation, error)) throw error;
      mayBeDone ||= error.status !== 429;
      if (!(await deadline.sleep(waitMs(attempt, error.retryAfterMs)))) throw error;
      // The first attempt is still at work. Its answer is worth waiting for.
      if (error.code !== 'request.idempotency-running') attempt += 1;
    }
  }
}

/** The service says that there is no such thing. A proxy, or a path that it does not know, says nothing about it. */
function isGone({ code }: WalletServiceError): boolean {
  return code.endsWith('.not-found') && code !== 'request.not-found';
}

async function sendOnce(
  { url, fetch: ask = (to, init) => fetch(to, init) }: CallerOptions,
  operation: Operation,
  sent: Sent,
  key: string | undefined,
  deadline: Deadline,
  forms: ErrorForms,
): Promise<unknown> {
  const { id, method } = operation;
  const headers = {
    ...sent.headers,
    ...(sent.body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': `"${key.replaceAll(/["\\]/g, '\\$&')}"` }),
  };
  const init = {
    ...{ method, headers: defined(headers), signal: deadline.signal },
    // Credentials never follow to another place.
    redirect: 'manual' as const,
    ...(sent.body !== undefined && { body: JSON.stringify(sent.body) }),
  };
  const address = addressOf(url, operation, sent);
  assertSendable(id, address, init.headers);
  let response: Response;
  let text: string;
  try {
    response = await deadline.within(() => ask(address, init));
    text = await deadline.within(() => response.text());
  } catch (error) {
    const message = 'no answer came: is the url right, and in a browser, is the page’s origin allowed?';
    throw (
      deadline.error() ?? clientError('client.network', message, { operation: id, retryable: true }, error)
    );
  }
  if (!response.ok) throw readError(operation, response, text, forms);
  return answerOf(operation, response, text);
}

/** The runtime's own errors have the credentials in their text. */
function assertSendable(id: string, address: string, headers: Readonly<Record<string, string>>): void {
  const wrong = Object.keys(headers).find((name) => !/^[\x20-\x7e]*$/.test(headers[name] ?? ''));
  if (wrong !== undefined) {
    const message = `the header ${wrong} has a line break, or a character that is not ASCII`;
    throw clientError('client.request-invalid', message, { operation: id });
  }
  if (!URL.canParse(address))
    throw clientError('client.request-invalid', 'url is no address: it begins with https://', {
      operation: id,
    });
}

/** A proxy may answer in the service's place, so that an answer is looked at before it is handed out. */
function answerOf({ id, answer: form }: Operation, { status, headers }: Response, text: string): unknown {
  const value = parsed(text);
  if (form === 'nothing' && status === 204) return undefined;
  if (form === 'list' && Array.isArray(value)) return value;
  if (typeof form === 'object' && isObject(value) && form.every((name) => Object.hasOwn(value, name)))
    return value;
  const message = `the answer ${status} has not the form of ${id}: check the url, and proxies in between`;
  const traceId = headers.get('x-trace-id') ?? undefined;
  throw clientError('client.answer-invalid', message, { operation: id, status, traceId });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function addressOf(url: string, { path }: Operation, { path: given = [], query = {} }: Sent): string {
  const parameters = given.values();
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(parameters.next().value ?? ''));
  const search = new URLSearchParams(defined(query)).toString();
  return url.replace(/\/+$/, '') + filled + (search === '' ? '' : `?${search}`);
}

function defined(given: NonNullable<Sent['query']>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  );
}

function keyOf({ id, repeatable }: Operation, given: string | undefined): string | undefined {
  if (repeatable === 'with-key') return given ?? toHex(crypto.getRandomValues(new Uint8Array(16))).slice(2);
  if (given === undefined) return undefined;
  throw clientError('client.unsupported', `${id} takes no idempotencyKey: leave it out`, { operation: id });
}
