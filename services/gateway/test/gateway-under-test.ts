import type { FastifyInstance } from 'fastify';
import { createMemoryStore, type SharedStore } from '@wallet-service/redis';
import { SignJWT, type JWTPayload } from 'jose';
import { Registry } from 'prom-client';
import { buildApp } from '../src/app.js';
import { createBrowserOrigins } from '../src/http/browser-origins.js';
import { chooseDialect } from '../src/compatibility/choose-dialect.js';
import { createHttpMetrics } from '../src/http/http-metrics.js';
import { createInnerRequests } from '../src/http/inner-requests.js';
import { createRateLimiter } from '../src/http/rate-limit.js';
import type { Rates } from '../src/http/register-route.js';
import { connectionLimits, type ConnectionLimits } from '../src/http/share-connections.js';
import { createProviderMemory } from '../src/http/provider-memory.js';
import { createRefusalNotes } from '../src/statistics/refusal-notes.js';
import { createRequestCounter } from '../src/statistics/request-counter.js';
import { createTurns } from '../src/http/turns.js';
import { createLocalTokenMemory } from '../src/http/token-memory.js';
import { createCoreUsers } from '../src/http/core-user.js';
import { createUserVerification } from '../src/http/verify-user.js';
import type { ReferenceFiles } from '../src/reference/reference-files.js';
import type { Route } from '../src/route.js';
import { routesOf } from '../src/routes.js';
import { fakeServices, type Asked, type FakeAnswer } from './fake-services.js';
import { apiKey, audience, honestAnswers, issuer, privateKey, providerId } from './honest-answers.js';
import { send, type Received, type Sent } from './http-request.js';

export * from './honest-answers.js';

const generous = { perSecond: 1_000_000, burst: 1_000_000 };
export const generousRates: Rates = {
  address: generous,
  wallet: generous,
  management: generous,
  'sign-in': generous,
};

export type FakeAnswers = Readonly<Record<string, FakeAnswer>>;

export type GatewayOptions = {
  readonly answers?: FakeAnswers;
  readonly rates?: Rates;
  readonly now?: () => Date;
  readonly ready?: () => boolean;
  readonly stopping?: () => boolean;
  readonly takePermit?: SharedStore['takePermit'];
  readonly takeOwnPermit?: SharedStore['takePermit'];
  readonly trustedProxies?: readonly string[];
  readonly connections?: ConnectionLimits;
  readonly retiresAt?: Date;
  readonly reference?: ReferenceFiles;
  readonly compatibility?: 'magic';
};

export type GatewayUnderTest = {
  readonly app: FastifyInstance;
  readonly routes: readonly Route[];
  readonly asked: Asked[];
  readonly log: object[];
  readonly registry: Registry;
  readonly origin: string;
  readonly send: (request: Sent) => Promise<Received>;
};

// Closed here and not in the tests, because a test that fails before it closes its gateway would keep Jest from ending.
const opened: FastifyInstance[] = [];
afterAll(() => Promise.all(opened.map((app) => app.close())));

/**
 * The whole gateway on a free port, with fakes for the services behind it. It is closed after the last test of the
 * file.
 */
export async function gatewayUnderTest(options: GatewayOptions = {}): Promise<GatewayUnderTest> {
  const { services, asked } = fakeServices({ ...honestAnswers, ...options.answers });
  const now = options.now ?? (() => new Date());
  const store = createMemoryStore({ now: () => now().getTime() });
  const ownLimits = createMemoryStore({ now: () => now().getTime() });
  const registry = new Registry();
  const metrics = createHttpMetrics(registry);
  const log: object[] = [];
  const write = (fields: object): void => {
    log.push(fields);
  };
  const verifyUser = createUserVerification({
    identity: services.identity,
    tokens: createLocalTokenMemory(),
    providers: createProviderMemory(),
    elapsedMs: () => performance.now(),
    now: () => now().getTime() / 1000,
  });
  const retirement = { retiresAt: options.retiresAt ?? new Date('2026-07-31T00:00:00Z'), now };
  const coreUsers = createCoreUsers(verifyUser);
  const { identity } = services;
  const requests = createRequestCounter({ store, now: () => now().getTime(), onLost: () => undefined });
  const refusals = createRefusalNotes({ store, now: () => now().getTime() });
  const routes = routesOf(services, coreUsers, retirement, {
    reference: { files: options.reference, takesKeys: false },
    requestsOf: requests.read,
    refusalsOf: refusals.read,
    processes: () => Promise.resolve([{ service: 'gateway', address: 'gateway:1', state: 'serving' }]),
  });
  const app = buildApp({
    routes,
    countRequest: requests.count,
    noteRefusal: refusals.note,
    retirement,
    ...chooseDialect(options.compatibility, { identity, verifyUser, coreUsers }),
    limit: createRateLimiter({
      takePermit: options.takePermit ?? ((key, rate) => store.takePermit(key, rate)),
      takeOwnPermit: options.takeOwnPermit ?? ((key, rate) => ownLimits.takePermit(key, rate)),
      onUnshared: metrics.rateLimitUnshared,
    }),
    turns: createTurns(() => performance.now(), metrics.shareRefused),
    rates: options.rates ?? generousRates,
    inner: createInnerRequests(),
    origins: createBrowserOrigins(services.identity, () => performance.now()),
    registry,
    metrics,
    logger: { info: write, error: write },
    newTraceId: () => 'f'.repeat(32),
    now: () => now().getTime(),
    trustedProxies: options.trustedProxies ?? [],
    connections: options.connections ?? connectionLimits,
    elapsedMs: () => performance.now(),
    ready: options.ready ?? (() => true),
    stopping: options.stopping ?? (() => false),
  });
  opened.push(app);
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, routes, asked, log, registry, origin, send: (request) => send(origin, request) };
}

export async function userToken(claims: JWTPayload = {}, kid = 'k1'): Promise<string> {
  const seconds = Math.floor(Date.now() / 1000);
  return new SignJWT({
    iss: issuer,
    aud: audience,
    sub: 'user-1',
    iat: seconds,
    exp: seconds + 300,
    ...claims,
  })
    .setProtectedHeader({ alg: 'ES256', kid, typ: 'JWT' })
    .sign(privateKey);
}

export function userHeaders(token: string, chain = 'ETH'): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    'x-service-api-key': apiKey,
    'x-oidc-provider-id': providerId,
    'x-service-chain': chain,
    'content-type': 'application/json',
  };
}
