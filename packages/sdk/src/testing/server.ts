import type { Operation } from '../core/operation.js';
import { requests as forms, schemas, type TestedOperation } from '../generated/testing.js';
import { authenticate } from './credentials.js';
import { takeNext } from './plan.js';
import { json, Refusal, refusalResponse, untested } from './refusal.js';
import { createRouter, handlersOfAll, isDecodable, type Route } from './routes.js';
import { createCheck } from './schema.js';
import type { Answer, State } from './state.js';

/** What the server got and answered. */
export type TestRequest = {
  /** The `operationId`. */
  readonly operation: string;
  readonly method: string;
  /** With the query. */
  readonly path: string;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  /** 0 until there is an answer, and if it got lost. */
  status: number;
  /** The code of the refusal, as in the reference. */
  code: string | undefined;
};

type Seen = {
  readonly request: Request;
  readonly text: string;
  readonly record: TestRequest;
  readonly url: URL;
};

type Context = {
  readonly state: State;
  readonly check: ReturnType<typeof createCheck>;
  readonly handlers: ReturnType<typeof handlersOfAll>;
};

/** Answers requests as the service does. `note` is called with each before it is answered. */
export function createAnswering(state: State, note: (record: TestRequest) => Promise<void>) {
  const context = { state, check: createCheck(schemas), handlers: handlersOfAll() };
  const routeOf = createRouter();
  return async (request: Request, text: string): Promise<Response> => {
    const url = new URL(request.url);
    const route = isDecodable(url.pathname) ? routeOf(request.method, url.pathname) : undefined;
    const operation = route?.operation ?? nowhere(request.method, url.pathname);
    const record: TestRequest = {
      ...{ operation: operation.id, method: request.method, path: url.pathname + url.search },
      headers: Object.fromEntries(request.headers),
      body: parsedOrText(text),
      ...{ status: 0, code: undefined },
    };
    await note(record);
    const response = await responseTo(context, route, { request, text, record, url });
    if (takeNext(state.plan.losses, operation.id as never))
      throw new TypeError('the connection broke before the answer');
    record.status = response.status;
    return response;
  };
}

/** For paths that the API does not have. */
function nowhere(method: string, path: string): Operation {
  const rest = { credential: 'none', errors: errorsAt(path), repeatable: 'never', answer: [] } as const;
  return { id: 'unknown', method: method as Operation['method'], path, ...rest };
}

function errorsAt(path: string): Operation['errors'] {
  if (/^\/v\d+\/api(\/|$)/.test(path)) return 'core';
  return path.startsWith('/v1/admin/pregen') ? 'pregeneration' : 'problem';
}

function refusalOfPath(method: string, path: string): Refusal {
  if (isDecodable(path)) return untested(`${method} ${path} is not in the API`);
  const fields = [{ path: 'path', message: 'must have valid percent-encoded UTF-8' }];
  return new Refusal('request.malformed', { fields });
}

async function responseTo(context: Context, route: Route | undefined, seen: Seen): Promise<Response> {
  const traceId = context.state.nextTraceId();
  const { record, url } = seen;
  try {
    if (!route) throw refusalOfPath(record.method, url.pathname);
    const { body, headers = {} } = await answerOf(context, route, seen);
    const status = forms[record.operation as TestedOperation].status;
    const sent = { 'x-trace-id': traceId, ...headers };
    return body === undefined ? new Response(null, { status, headers: sent }) : json(status, body, sent);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    record.code = error.code;
    return refusalResponse(route?.operation ?? nowhere(record.method, url.pathname), error, traceId);
  }
}

/** In the order of the service: credentials, the form of the body, the query, the work. */
async function answerOf(
  { state, check, handlers }: Context,
  { operation, path }: Route,
  seen: Seen,
): Promise<Answer> {
  const { id } = operation;
  const planned = takeNext(state.plan.failures, id as never);
  if (planned) throw planned;
  if (!isTested(handlers, id)) throw untested(`${id}. \`failNext\` can give its errors`);
  const { headers } = seen.request;
  const user = authenticate(operation, headers, state.application, state.now());
  const form = forms[id];
  const body = bodyOf(seen);
  if (form.body !== undefined) assertForm(check(form.body, body ?? null, ''));
  const query = Object.fromEntries(seen.url.searchParams);
  assertForm(
    check(form.query, query, 'query ').map((each) => ({ ...each, path: each.path.replace(' /', ' ') })),
  );
  return handlers[id](state, { id, path, query, headers, body, user });
}

const isTested = (handlers: Context['handlers'], id: string): id is TestedOperation =>
  Object.hasOwn(handlers, id);

function assertForm(fields: Refusal['fields']): void {
  if (fields.length > 0) throw new Refusal('request.invalid', { fields });
}

function bodyOf({ request, text }: Seen): unknown {
  if (text === '') return undefined;
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json *(;|$)/i.test(type)) {
    const fields = [{ path: 'header Content-Type', message: 'must be application/json' }];
    throw new Refusal('request.unsupported-media-type', { fields });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('request.malformed', { fields: [{ path: '', message: 'not JSON' }] });
  }
}

function parsedOrText(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text);
  } catch {
    return text;
  }
}
