import { compile } from '@fastify/proxy-addr';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createGateway, type Gateway } from './gateway.js';
import { isRefusal, sendEntries } from './live.js';
import type { PageFile, PageFiles } from './page-files.js';
import type { ProviderSignIn } from './people-provider.js';
import { addProviderSignIn } from './provider-routes.js';
import { Refusal } from './refusal.js';
import { gatewayPath, headersForGateway, headersForPage } from './relay.js';
import { demandSameOrigin } from './same-origin.js';
import { securityHeaders } from './security-headers.js';
import { isSession, noSessionCookie, sessionCookie, sessionIn } from './session-cookie.js';
import { accessOf, signIn } from './sign-in.js';

export type AppDeps = {
  readonly origin: string;
  readonly prefix: string;
  readonly gatewayUrl: string;
  readonly files: PageFiles;
  readonly trustedProxies: readonly string[];
  /** Whether a session may be handed over in a link. Development only. */
  readonly takesSessions: boolean;
  /** Undefined: people sign in with passkeys alone. */
  readonly provider: ProviderSignIn | undefined;
  readonly onProviderFailed: (error: unknown) => void;
  /** Throws a Refusal if this address asks too often. */
  readonly limit: (kind: 'sign-in' | 'reading', address: string) => Promise<void>;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly onFailed: (error: unknown) => void;
  readonly onAnswered: (answer: {
    readonly route: string;
    readonly method: string;
    readonly status: number;
  }) => void;
  /** Aborted when the process stops. */
  readonly signal: AbortSignal;
};

const largestBody = 262_144;

/** The HTTP side of the console, without a socket yet. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const isProxy = compile([...deps.trustedProxies]);
  const app = fastify({
    logger: false,
    bodyLimit: largestBody,
    requestTimeout: 10_000,
    trustProxy: deps.trustedProxies.length > 0 && isProxy,
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 512 },
    exposeHeadRoutes: false,
    forceCloseConnections: true,
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    done(null, text);
  });
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers({ ...securityHeaders, 'cache-control': 'no-store' });
    done();
  });
  app.addHook('onResponse', ({ method, routeOptions }, { statusCode: status }, done) => {
    deps.onAnswered({ route: routeOptions.url ?? 'none', method, status });
    done();
  });
  app.setErrorHandler((error, _request, reply) => answerError(error, reply, deps));
  app.setNotFoundHandler((request, reply) => answerPage(request, reply, deps));
  const gateway = createGateway(deps.gatewayUrl);
  addSignIn(app, gateway, deps);
  addProviderSignIn(app, { ...deps, gateway });
  addRelay(app, gateway, deps);
  return app;
}

function answerError(error: unknown, reply: FastifyReply, { onFailed }: AppDeps): FastifyReply {
  const refusal = error instanceof Refusal ? error : refusalOf(error);
  if (refusal.status >= 500) onFailed(error);
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', refusal.retryAfterSeconds);
  return reply
    .code(refusal.status)
    .type('application/problem+json')
    .send(JSON.stringify(refusal.toProblem()));
}

function refusalOf(error: unknown): Refusal {
  const { statusCode = 500 } = error as { readonly statusCode?: number };
  if (statusCode >= 400 && statusCode < 500)
    return new Refusal(statusCode, 'console.request-invalid', 'the request is malformed, or too large');
  return new Refusal(500, 'console.failed', 'the console failed: its log has the cause');
}

/** A file, or the page itself: which screen a path shows is decided in the browser. */
function answerPage(request: FastifyRequest, reply: FastifyReply, deps: AppDeps): FastifyReply {
  const { prefix, files } = deps;
  const [path = ''] = request.url.split('?');
  const isBelow = path === prefix || path.startsWith(`${prefix}/`);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isBelow || !isRead) throw new Refusal(404, 'console.not-found', 'there is nothing at this path');
  const below = path.slice(prefix.length);
  const file = files.find(below);
  if (file) return sendFile(request, reply, file);
  if (below.startsWith('/assets/')) throw new Refusal(404, 'console.not-found', 'there is no such file');
  return sendFile(request, reply, files.index);
}

function sendFile({ headers, method }: FastifyRequest, reply: FastifyReply, file: PageFile): FastifyReply {
  const takesGzip = /\bgzip\b/.test(headers['accept-encoding'] ?? '');
  const bytes = takesGzip && file.gzip ? file.gzip : file.bytes;
  void reply
    .type(file.type)
    .headers({ vary: 'accept-encoding', ...(bytes === file.gzip && { 'content-encoding': 'gzip' }) })
    .header('content-length', bytes.length);
  if (file.isImmutable) void reply.header('cache-control', 'public, max-age=31536000, immutable');
  return reply.send(method === 'HEAD' ? undefined : bytes);
}

function addSignIn(app: FastifyInstance, gateway: Gateway, deps: AppDeps): void {
  const { prefix, origin, limit, now } = deps;
  const asked = async (request: FastifyRequest) => {
    demandSameOrigin(request.method, request.headers, origin);
    await limit('sign-in', request.ip);
    const session = sessionIn(request.headers.cookie);
    const headers = headersForGateway(request.headers, { session, address: request.ip });
    const body = typeof request.body === 'string' && request.body !== '' ? request.body : '{}';
    return { headers: { ...headers, 'content-type': 'application/json' }, body };
  };
  const passOn = (at: string, path: string): void => {
    app.post(`${prefix}/auth/${at}`, async (request, reply) =>
      relayed(reply, await gateway({ method: 'POST', path, ...(await asked(request)) })),
    );
  };
  const begin = (at: string, path: string): void => {
    app.post(`${prefix}/auth/${at}`, async (request, reply) => {
      const { status, body, session } = await signIn(gateway, path, await asked(request), now());
      if (session) void reply.header('set-cookie', sessionCookie(session.token, session.seconds));
      return reply.code(status).type('application/json').send(JSON.stringify(body));
    });
  };
  passOn('passkey/challenge', '/v1/session/challenge');
  begin('passkey', '/v1/session');
  passOn('invitation/challenge', '/v1/invitation/challenge');
  begin('invitation/accept', '/v1/invitation/accept');
  passOn('step_up/challenge', '/v1/session/step_up/challenge');
  passOn('step_up', '/v1/session/step_up');
  app.post(`${prefix}/auth/sign_out`, async (request, reply) => {
    const { headers } = await asked(request);
    const { body } = await gateway({ method: 'DELETE', path: '/v1/session', headers: { ...headers } });
    body?.destroy();
    return reply.code(204).header('set-cookie', noSessionCookie).send();
  });
  if (deps.takesSessions) addHandOver(app, gateway, deps, asked);
}

/** For the link that the local stack prints. */
function addHandOver(
  app: FastifyInstance,
  gateway: Gateway,
  { prefix, now }: AppDeps,
  asked: (
    request: FastifyRequest,
  ) => Promise<{ readonly headers: Record<string, string>; readonly body: string }>,
): void {
  app.post(`${prefix}/auth/session`, async (request, reply) => {
    const { headers, body } = await asked(request);
    const { session } = JSON.parse(body) as { readonly session?: unknown };
    const access = isSession(session)
      ? await accessOf(gateway, { ...headers, 'x-service-session': session })
      : undefined;
    if (!isSession(session) || !access)
      throw new Refusal(
        401,
        'console.session-invalid',
        'the link is not valid any more: start the stack again',
      );
    const seconds = Math.floor(Number(access['time_expires']) - now() / 1000);
    return reply.code(204).header('set-cookie', sessionCookie(session, seconds)).send();
  });
}

function addRelay(app: FastifyInstance, gateway: Gateway, deps: AppDeps): void {
  const { prefix, origin, limit, signal } = deps;
  app.route({
    method: ['GET', 'POST', 'PATCH', 'DELETE'],
    url: `${prefix}/api/*`,
    handler: async (request, reply) => {
      const { method, url, headers, ip: address } = request;
      demandSameOrigin(method, headers, origin);
      await limit('reading', address);
      const path = gatewayPath(method, url.slice(`${prefix}/api`.length));
      const session = sessionIn(headers.cookie);
      const body = typeof request.body === 'string' && request.body !== '' ? request.body : undefined;
      const sent = headersForGateway(headers, { session, address });
      return relayed(reply, await gateway({ method, path, headers: sent, body }));
    },
  });
  app.get(`${prefix}/events`, async (request, reply) => {
    const { headers, ip: address, query } = request;
    demandSameOrigin('GET', headers, origin);
    await limit('reading', address);
    const { application_id: applicationId = '', list = '' } = query as Readonly<Record<string, string>>;
    const path = gatewayPath('GET', list);
    const session = sessionIn(headers.cookie);
    const sent = {
      ...headersForGateway({}, { session, address }),
      'x-service-application-id': applicationId,
    };
    const look = () => gateway({ method: 'GET', path, headers: sent });
    const first = await look();
    if (isRefusal(first)) return relayed(reply, first);
    const left = new AbortController();
    request.raw.once('close', () => {
      left.abort();
    });
    reply.hijack();
    reply.raw.writeHead(200, {
      ...(reply.getHeaders() as Record<string, string>),
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
    });
    const deps = { look, signal: AbortSignal.any([left.signal, signal]) };
    await sendEntries(reply.raw, first, deps).catch(() => undefined);
    reply.raw.end();
    return reply;
  });
}

function relayed(reply: FastifyReply, answer: Awaited<ReturnType<Gateway>>): FastifyReply {
  void reply.code(answer.status).headers(headersForPage(answer.headers));
  return reply.send(answer.body);
}
