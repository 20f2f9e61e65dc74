import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '@wallet-service/errors';
import { withSpan } from '@wallet-service/tracing';
import { mapInTurn } from '@wallet-service/values';
import Type from 'typebox';
import type { Grants, RequestContext } from '../clients/services.js';
import type { Authentication, Callers, RateClass, Route } from '../route.js';
import type { RequestHeaders } from './authenticate-user.js';
import type { BrowserOrigins } from './browser-origins.js';
import { assertJson } from './content-type.js';
import { browsersOf, readableByAnyone, unreadable, variesByOrigin } from './cors.js';
import { addressGroup, allHeadersOf, type Rate, type RateLimiter } from './rate-limit.js';
import type { RefusalNotes } from '../statistics/refusal-notes.js';
import { demandScope, neededScope } from './demand-scope.js';
import { scopeHeader, type InnerRequests } from './inner-requests.js';
import { inQuery } from './query-field.js';
import { separatorsIn } from './json-body.js';
import { reasonOf, takesReason } from './reason.js';
import { noteRefused } from './refused-request.js';
import type { RequestScope } from './request-scope.js';
import { sendError } from './send-error.js';
import { lookForTooLongLists } from './too-long-lists.js';
import type { Turns } from './turns.js';
import { validationError } from './validation-error.js';

export type Authenticators = {
  readonly [Who in Authentication]: (
    headers: RequestHeaders,
    context: RequestContext,
  ) => Promise<{
    readonly caller: Callers[Who];
    readonly grants?: Grants | undefined;
    readonly scopes?: readonly string[] | undefined;
    readonly afterStepUp?: readonly string[] | undefined;
    readonly afterApproval?: readonly string[] | undefined;
  }>;
};

export type Rates = { readonly address: Rate } & Readonly<Record<RateClass, Rate>>;

export type RouteDeps = {
  readonly authenticators: Authenticators;
  readonly limit: RateLimiter;
  readonly turns: Turns;
  readonly rates: Rates;
  readonly origins: BrowserOrigins;
  readonly inner: InnerRequests;
  readonly noteRefusal: RefusalNotes['note'];
};

type JsonObject = Record<string, unknown>;

const noQuery = { type: 'object', additionalProperties: false } as const;

/**
 * Makes one route answer. It applies limits, authentication, body and handler in this order, so that
 * strangers cost the least.
 */
export function registerRoute(app: FastifyInstance, row: Route, deps: RouteDeps): void {
  const { body, query: querystring, params, answer } = row;
  const tooLongLists = body && lookForTooLongLists(body);
  app.withTypeProvider<TypeBoxTypeProvider>().route({
    method: row.method,
    url: row.path,
    schema: {
      ...(body && { body }),
      querystring: querystring ?? noQuery,
      ...(params && { params }),
      ...(answer && { response: { [row.status]: answer } }),
    },
    onRequest: inRequestSpan(admit(row, deps)),
    ...(tooLongLists && {
      preValidation: (request, _reply, done) => {
        const found = tooLongLists(request.body, '');
        done(found.length > 0 ? validationError(found, 'body') : undefined);
      },
    }),
    errorHandler: (error, request, reply) => {
      sendError(inQuery(error, row.query), row.errors, request, reply);
      if (row.rateClass === 'wallet') noteRefused(deps.noteRefusal, row, request, reply);
    },
    handler: inRequestSpan(answerWith(row, deps.inner)),
  });
}

/**
 * The span must be made active for each step. What Fastify awaits in between, such as the body, comes from
 * the socket and has no span.
 */
function inRequestSpan<Result>(step: (request: FastifyRequest, reply: FastifyReply) => Promise<Result>) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<Result> =>
    withSpan(request.scope.span, () => step(request, reply));
}

function admit(row: Route, { authenticators, limit, turns, rates, origins, inner }: RouteDeps) {
  const authenticate = authenticators[row.authentication];
  const letIn = admitBrowser(row, origins);
  const rate = rates[row.rateClass];
  const withReason = takesReason(row);
  const needed = neededScope(row);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const { headers, scope } = request;
    tellBrowser(row, origins, request, reply);
    const address = addressGroup(request.ip);
    const ofAddress = await limit('address', address, rates.address);
    const ofSignIn = row.rateClass === 'sign-in' ? await limit('sign-in', address, rate) : undefined;
    void reply.headers(allHeadersOf([ofAddress, ofSignIn]));
    // Elsewhere nobody looks at it, so accepted callers could claim anything.
    const claim = row.authentication === 'user' ? String(headers['x-service-api-key'] ?? '') : '';
    const bytes = bodyBytesOf(headers);
    const own = row.authentication === 'secret-key' ? inner.take(headers) : undefined;
    const { caller, grants, ...held } =
      own ??
      (await turns.ofStranger({ address, claim, bytes }, async () => {
        await letIn(request, reply);
        return authenticate(headers, scope.context);
      }));
    scope.isRehearsal = own?.isRehearsal === true;
    scope.caller = caller;
    const reason = withReason ? reasonOf(headers) : undefined;
    if (grants) scope.context = { ...scope.context, grants, ...(reason !== undefined && { reason }) };
    if (caller) {
      scope.applicationId = caller.applicationId;
      const key = `${caller.applicationId}:${row.rateClass}`;
      const ofApplication = await limit('application', key, rate);
      void reply.headers(allHeadersOf([ofAddress, ofApplication]));
    }
    if (needed && !scope.isRehearsal) demandScope(held, needed);
    assertJson(headers);
    // Its sender has the turn of the caller.
    if (own) return;
    await takeTurn(request, reply, turns, caller ? caller.applicationId : address);
  };
}

/** So that a page can read refusals that come first, such as 429. */
function tellBrowser(
  row: Route,
  origins: BrowserOrigins,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): void {
  const browsers = browsersOf(row);
  if (browsers === 'any') void reply.headers(readableByAnyone);
  if (browsers === 'allowed') void reply.headers({ ...variesByOrigin, ...origins.beforehand(headers) });
}

/** Before the credentials, so that the page of an allowed origin can read why they are refused. */
function admitBrowser(row: Route, origins: BrowserOrigins) {
  if (browsersOf(row) !== 'allowed') return () => Promise.resolve();
  return async ({ headers, scope }: FastifyRequest, reply: FastifyReply): Promise<void> => {
    try {
      void reply.headers(await origins.admit(headers, scope.context));
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'request.origin-not-allowed';
      if (isRefused) for (const name of unreadable) void reply.removeHeader(name);
      throw error;
    }
  };
}

/**
 * The body is read in the caller's turn too. Callers who hang up keep the turn until the work begun for them
 * has ended.
 */
async function takeTurn(
  { headers, scope }: FastifyRequest,
  { raw }: FastifyReply,
  turns: Turns,
  who: string,
): Promise<void> {
  const within = scope.caller && 'token' in scope.caller ? scope.caller.token.subject : '';
  scope.release = await turns.ofApplication({ who, within }, bodyBytesOf(headers));
  scope.charge = (body) => {
    turns.charge(who, separatorsIn(body));
  };
  const giveBack = (): void => {
    if (!scope.isHandled) scope.release();
  };
  raw.once('close', giveBack);
  if (raw.destroyed) giveBack();
}

/** The announced number of body bytes. Unlimited if it is not announced. */
function bodyBytesOf(headers: FastifyRequest['headers']): number {
  return Number(headers['content-length'] ?? (headers['transfer-encoding'] ? Infinity : 0));
}

function answerWith(row: Route, inner: InnerRequests) {
  const handle = row.handle as unknown as (call: object) => Promise<unknown>;
  const headersOf = row.headers as ((answer: unknown) => Record<string, string>) | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { body, query, params, headers } = request;
    const { scope } = request;
    const { caller, context } = scope;
    if (scope.isRehearsal) return reply.code(204).header(scopeHeader, row.scope).send();
    const sendWithin = inner.send.bind(undefined, request.server);
    const answer = await inItsTurn(async () => {
      const result = await handle({ caller, body, query, params, headers, context, sendWithin });
      return Array.isArray(result) ? writtenInTurn(result as JsonObject[], row, reply) : result;
    }, scope);
    void reply.code(row.status);
    if (headersOf) void reply.headers(headersOf(answer));
    return row.status === 204 ? reply.send() : answer;
  };
}

/** A list may have megabytes, and writing it would block everybody else. So it is written item by item. */
async function writtenInTurn(
  items: readonly JsonObject[],
  { answer }: Route,
  reply: FastifyReply,
): Promise<string> {
  if (!Type.IsArray(answer)) throw new Error('an answer that is a list has a schema that is one');
  const write = reply.compileSerializationSchema(answer.items as JsonObject);
  const written = await mapInTurn(items, write);
  void reply.type('application/json; charset=utf-8');
  return `[${written.join(',')}]`;
}

async function inItsTurn<Result>(work: () => Promise<Result>, scope: RequestScope): Promise<Result> {
  scope.isHandled = true;
  try {
    return await work();
  } finally {
    scope.release();
  }
}
