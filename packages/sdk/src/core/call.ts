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
    const deadline = startDeadline(options.timeoutMs ?? timeoutMs, options.signal, operation.id);
    const key = operation.repeatable === 'with-key' ? (options.idempotencyKey ?? newKey()) : undefined;
    const send = (sent: Sent): Promise<unknown> => sendOnce(settings, operation, sent, key, deadline, forms);
    try {
      return (await withRenewals(send, prepare, operation, maxAttempts, deadline)) as never;
    } catch (error) {
      throw error instanceof WalletServiceError ? Object.assign(error, { idempotencyKey: key }) : error;
    } finally {
      deadline.end();
    }
  };
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
  let sent = await deadline.within(Promise.resolve(prepare()));
  for (;;) {
    try {
      return await withRepetitions(() => send(sent ?? {}), operation, maxAttempts, deadline);
    } catch (refused) {
      if (!(refused instanceof WalletServiceError) || !open.delete(refused.code)) throw refused;
      sent = await deadline.within(Promise.resolve(prepare({ refused, untimed })));
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
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof WalletServiceError) || error === deadline.error()) throw error;
      // An earlier attempt has deleted it, and its answer was lost.
      if (mayBeDone && operation.method === 'DELETE' && error.status === 404) return undefined;
      if (attempt >= maxAttempts || !shouldRepeat(operation, error)) throw error;
      mayBeDone ||= error.status !== 429;
      if (!(await deadline.sleep(waitMs(attempt, error.retryAfterMs)))) throw error;
    }
  }
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
  let response: Response;
  let text: string;
  try {
    response = await deadline.within(ask(addressOf(url, operation, sent), init));
    text = await deadline.within(response.text());
  } catch (error) {
    const message = 'no answer came: is the url right, and in a browser, is the page’s origin allowed?';
    throw (
      deadline.error() ?? clientError('client.network', message, { operation: id, retryable: true }, error)
    );
  }
  if (!response.ok) throw readError(operation, response, text, forms);
  return answerOf(operation, response, text);
}

function answerOf({ id }: Operation, { status, headers }: Response, text: string): unknown {
  if (status === 204) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = `the answer ${status} is not JSON: check the url, and proxies in between`;
    const traceId = headers.get('x-trace-id') ?? undefined;
    throw clientError('client.answer-invalid', message, { operation: id, status, traceId }, error);
  }
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

function newKey(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16))).slice(2);
}
