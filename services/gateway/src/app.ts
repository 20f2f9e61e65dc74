import { compile } from '@fastify/proxy-addr';
import fastify, { type FastifyInstance } from 'fastify';
import { AppError } from '@wallet-service/errors';
import type { Compatibility } from './compatibility/compatibility.js';
import { createAllowedMethods } from './http/allowed-methods.js';
import { answerClientError } from './http/client-error.js';
import type { ErrorWithHeaders } from './http/error-with-headers.js';
import type { HttpMetrics } from './http/http-metrics.js';
import { parseJsonBody } from './http/json-body.js';
import type { ErrorShape } from './http/problem.js';
import { isProbe, otherSpellingOfProbe, probes, registerProbes, type ProbeDeps } from './http/probes.js';
import { methodNotAllowed } from './http/method-not-allowed.js';
import { registerPreflights } from './http/register-preflights.js';
import { registerRoute, type RouteDeps } from './http/register-route.js';
import { createRequestLog, type RequestLogger } from './http/request-log.js';
import { newRequestScope } from './http/request-scope.js';
import { beginRequestSpan, endRequestSpan } from './http/request-span.js';
import { successorOf } from './http/retired-path.js';
import { retiredVersion } from './http/retired-v1.js';
import { sendError } from './http/send-error.js';
import { shareConnections, type ConnectionLimits } from './http/share-connections.js';
import { ambiguousHeaders } from './http/single-headers.js';
import { traceIdOf } from './http/trace-id.js';
import { largestBody } from './http/turns.js';
import type { Route } from './route.js';
import type { RequestCounter } from './statistics/request-counter.js';
import type { RetirementDeps } from './routes/retired-wallet.js';

export type AppDeps = RouteDeps &
  ProbeDeps & {
    readonly routes: readonly Route[];
    readonly logger: RequestLogger;
    readonly metrics: HttpMetrics;
    readonly countRequest: RequestCounter['count'];
    readonly newTraceId: () => string;
    /** Milliseconds since the epoch. */
    readonly now: () => number;
    /** Addresses or networks of the proxies in front whose X-Forwarded-For is believed. */
    readonly trustedProxies: readonly string[];
    readonly connections: ConnectionLimits;
    /** Milliseconds that never go back. */
    readonly elapsedMs: () => number;
    readonly retirement: RetirementDeps;
    readonly compatibility?: Compatibility | undefined;
    /** Whether the process was told to stop. */
    readonly stopping: () => boolean;
  };

const securityHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** The HTTP side of the gateway, without a socket yet. */
export function buildApp(deps: AppDeps): FastifyInstance {
  const isProxy = compile([...deps.trustedProxies]);
  const app = fastify({
    ...limits,
    ...(deps.compatibility && { rewriteUrl: deps.compatibility.rewriteUrl }),
    trustProxy: deps.trustedProxies.length > 0 && isProxy,
    requestIdHeader: false,
    genReqId: ({ headers }) => traceIdOf(headers, deps.newTraceId),
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        allErrors: true,
        allowUnionTypes: true,
        // At each start it would double the CPU of compiling all validators. They check small bodies no faster with it.
        code: { optimize: false },
        // The description of a schema is the message of its error.
        verbose: true,
      },
    },
    // The answer is made from the errors themselves (validation-error.ts). As one text they would be megabytes.
    schemaErrorFormatter: () => new Error('the request breaks its schema'),
    clientErrorHandler: (error, socket) => {
      answerClientError(error, socket, deps.newTraceId(), deps.metrics.unreadable);
    },
    frameworkErrors: (error, request, reply) => {
      request.scope = newRequestScope(request.id, deps.now());
      void reply.headers(securityHeaders).header('x-trace-id', request.id);
      const failure = retirementOf(request.url, deps.retirement) ?? error;
      sendError(failure, shapeOfPath(request.url), request, reply);
    },
  });
  shareConnections(app.server, {
    limits: deps.connections,
    isProxy: (address) => isProxy(address, 0),
    elapsedMs: deps.elapsedMs,
    onRefused: () => {
      deps.metrics.shareRefused('connections');
    },
  });
  acceptOnlyJson(app);
  app.decorateRequest('scope', null as never);
  app.addHook('onRequest', (request, reply, done) => {
    request.scope = newRequestScope(request.id, deps.now());
    void reply.headers(securityHeaders).header('x-trace-id', request.id);
    // A load balancer reuses connections. A request on a connection that the socket has closed would be lost.
    if (deps.stopping()) void reply.header('connection', 'close');
    if (!isProbe(request)) beginRequestSpan(request);
    // Runs first, so that no method, body or credential hides it.
    done(
      retirementOf(request.url, deps.retirement) ??
        otherSpellingOfProbe(request) ??
        ambiguousHeaders(request.raw),
    );
  });
  deps.compatibility?.addHooks(app);
  const logRequest = createRequestLog(deps.logger, deps.metrics, deps.countRequest);
  app.addHook('onResponse', (request, reply, done) => {
    if (!isProbe(request)) {
      logRequest(request, reply);
      endRequestSpan(request, reply);
    }
    done();
  });
  registerProbes(app, deps);
  for (const row of deps.routes) registerRoute(app, row, deps);
  registerPreflights(app, deps.routes);
  answerUnknownPaths(app, deps.routes);
  return app;
}

const limits = {
  logger: false,
  bodyLimit: largestBody,
  requestTimeout: 10_000,
  connectionTimeout: 30_000,
  keepAliveTimeout: 65_000,
  http: {
    headersTimeout: 5_000,
    connectionsCheckingInterval: 1_000,
    // A token of 16 KiB, and as much for the rest.
    maxHeaderSize: 32_768,
    requireHostHeader: false,
  },
  routerOptions: { ignoreTrailingSlash: true, maxParamLength: 256 },
  // While the gateway stops, it answers requests that still come and closes their connections.
  return503OnClosing: false,
  forceCloseConnections: 'idle',
} as const;

function acceptOnlyJson(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      request.scope.charge(bytes as Buffer);
      done(null, bytes.length === 0 ? undefined : parseJsonBody(bytes as Buffer));
    } catch (error) {
      done(error as Error);
    }
  });
}

function answerUnknownPaths(app: FastifyInstance, routes: readonly Route[]): void {
  const allowedMethods = createAllowedMethods([
    ...routes,
    ...probes.map((path) => ({ method: 'GET' as const, path })),
  ]);
  app.setErrorHandler((error, request, reply) => {
    sendError(error as never, shapeOfPath(request.url), request, reply);
  });
  app.setNotFoundHandler((request) => {
    const allowed = allowedMethods(request.url.split('?')[0] ?? '');
    if (allowed.length === 0) throw new AppError('request.not-found', 'there is nothing at this path');
    throw methodNotAllowed(allowed);
  });
}

function retirementOf(url: string, { retiresAt, now }: RetirementDeps): ErrorWithHeaders | undefined {
  const successor = successorOf(url);
  return successor === undefined ? undefined : retiredVersion(successor, retiresAt, now());
}

/** The error shape for requests that no route answers. */
function shapeOfPath(url: string): ErrorShape {
  if (/^\/v\d+\/api(\/|$)/.test(url)) return 'core';
  return url.startsWith('/v1/admin/pregen') ? 'pregeneration' : 'problem';
}
