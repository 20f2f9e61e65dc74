import { generateKeyPairSync } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { AppError } from '@wallet-service/errors';
import { createMemoryStore, type SharedStore } from '@wallet-service/redis';
import { SignJWT, type JWTPayload } from 'jose';
import { Registry } from 'prom-client';
import { buildApp } from '../src/app.js';
import { createAuthenticators } from '../src/authenticators.js';
import { createHttpMetrics } from '../src/http/http-metrics.js';
import { createRateLimiter } from '../src/http/rate-limit.js';
import type { Rates } from '../src/http/register-route.js';
import { createProviderMemory } from '../src/http/provider-memory.js';
import { createLocalTokenMemory } from '../src/http/token-memory.js';
import type { Route } from '../src/route.js';
import { routesOf } from '../src/routes.js';
import { fakeServices, type Asked, type FakeAnswer } from './fake-services.js';
import { send, type Received, type Sent } from './http-request.js';

export const issuer = 'https://login.example';
export const audience = 'app-1';
export const apiKey = 'pk_test';
export const secretKey = 'sk_test';
export const operatorKey = 'ok_test';
export const providerId = 'provider-1';
export const applicationId = 'application-1';

const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
export const keySet = {
  keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'ES256', use: 'sig' }],
};

const generous = { perSecond: 1_000_000, burst: 1_000_000 };
export const generousRates: Rates = { address: generous, wallet: generous, management: generous };

const address = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
export const signature = { signature: '0xaa', r: '0xbb', s: '0xcc', v: '27' };

export const application = {
  id: applicationId,
  name: 'demo',
  apiKey,
  settings: {
    opJwtMode: 'observe',
    expressJwtMaxLifetimeSeconds: 86_400,
    accessKeyRecovery: true,
    emailProviderIds: [],
  },
  features: { pregeneratedWallets: false },
  timeCreated: '1790000000',
  timeUpdated: '1790000001',
};
export const policySettings = {
  policyEvaluationEnabled: false,
  recencyWindowMinutes: 15,
  defaultAction: 'allow',
  rawHashSigning: 'refuse',
  eip7702AnyChain: 'refuse',
  embeddedWalletProviderIds: [],
};
export const provider = { id: providerId, applicationId, issuer, audience, jwksUri: `${issuer}/jwks` };

export const rule = {
  name: 'big',
  method: 'eth_signTransaction',
  action: 'DENY',
  conditions: [{ field_source: 'ethereum_transaction', field: 'value', operator: 'gt', value: '1' }],
};
const policyRecord = {
  id: 'policy-1',
  isActive: true,
  name: 'limit',
  chain: 'ETH',
  scope: 'GLOBAL',
  rulesJson: JSON.stringify([rule]),
  revision: 4,
  timeCreated: '1',
  timeUpdated: '2',
};

const endpoint = {
  id: 'endpoint-1',
  applicationId,
  url: 'https://hooks.example',
  description: '',
  eventTypes: [],
  enabled: true,
  disabledReason: '',
  timeCreated: '1',
  timeUpdated: '2',
};
const delivery = {
  id: 'delivery-1',
  endpointId: 'endpoint-1',
  eventId: 'evt_1',
  eventType: 'wallet.created',
  status: 'failed',
  attempts: 8,
  timeCreated: '1',
  timeNextAttempt: '0',
  timeCompleted: '9',
  responseStatus: 0,
  problem: 'no answer',
  payloadJson: '{"type":"wallet.created"}',
};

export const honestAnswers: Readonly<Record<string, FakeAnswer>> = {
  AuthenticateUser({ apiKey: given, providerId: named, knownRevision }) {
    if (given !== apiKey) throw new AppError('auth.api-key-invalid', 'the API key is not known');
    if (named !== providerId) throw new AppError('auth.provider-invalid', 'no such provider');
    if (knownRevision === '7')
      return { revision: '7', unchanged: true, application: null, provider: null, keySetJson: '' };
    return { revision: '7', unchanged: false, application, provider, keySetJson: JSON.stringify(keySet) };
  },
  AuthenticateSecretKey({ secretKey: given, knownRevision }) {
    if (given !== secretKey) throw new AppError('auth.secret-key-invalid', 'the secret key is not known');
    if (knownRevision === '3') return { revision: '3', unchanged: true, application: null, secretKeyId: '' };
    return { revision: '3', unchanged: false, application, secretKeyId: 'key-1' };
  },
  AuthenticateOperator({ operatorKey: given }) {
    if (given !== operatorKey)
      throw new AppError('auth.operator-key-invalid', 'the operator key is not known');
    return {};
  },
  RefreshKeySet: () => ({ revision: '7', keySetJson: JSON.stringify(keySet) }),
  GetOrCreateWallet: () => ({
    id: 'w',
    chain: 'ETH',
    network: 'EVM',
    address,
    publicKey: Buffer.alloc(33),
    timeCreated: '0',
  }),
  Sign({ operation, signatureOnly }) {
    const kind = Object.keys(operation as object)[0];
    if (kind === 'transaction' && signatureOnly !== true) {
      const transaction = { signed_transaction: '0xee', transaction_hash: '0xdd' };
      return { resultJson: JSON.stringify(transaction), requestId: 'request-1' };
    }
    const result =
      kind === 'eip7702Authorization'
        ? { r: '1', s: '2', y_parity: 0 }
        : { ...(kind !== 'message' && { message_hash: '0xdd' }), ...signature };
    return { resultJson: JSON.stringify(result), requestId: 'request-1' };
  },
  CreateProvider: (request) => ({ ...provider, ...request }),
  ListProviders: () => ({ providers: [provider] }),
  GetProvider({ providerId: id }) {
    if (id !== providerId) throw new AppError('provider.not-found', 'no such provider');
    return provider;
  },
  UpdateProvider: (request) => ({ ...provider, ...request }),
  DeleteProvider: () => ({}),
  GetTrustStatus: () => ({ trusted: true, version: '5', expiresAt: '1800000000' }),
  CreateApplication: ({ name }) => ({
    application: { ...application, name },
    secretKeyId: 'key-1',
    secretKey,
  }),
  ListApplications: () => ({ applications: [application], next: '' }),
  GetApplication: () => application,
  UpdateApplication: () => application,
  CreateSecretKey: () => ({
    key: { id: 'key-2', timeCreated: '1', timeLastUsed: '0', timeRevoked: '0' },
    secretKey: 'sk_new',
  }),
  ListSecretKeys: () => ({ keys: [{ id: 'key-1', timeCreated: '1', timeLastUsed: '2', timeRevoked: '0' }] }),
  RevokeSecretKey: () => ({}),
  CreatePolicy: () => policyRecord,
  GetPolicy: () => policyRecord,
  ListPolicies: () => ({ policies: [policyRecord] }),
  UpdatePolicy: () => ({ ...policyRecord, revision: 5 }),
  DeletePolicy: () => ({}),
  ListPolicyRevisions: () => ({
    revisions: [{ change: 'created', policy: policyRecord, time: '1790000000' }],
  }),
  EvaluateDryRun: () => ({ decisionJson: '{"outcome":"deny","rules":[]}' }),
  ListDecisions: () => ({ decisionsJson: ['{"id":"d1"}'], next: 'd1' }),
  GetSettings: () => policySettings,
  UpdateSettings: () => policySettings,
  CreateEndpoint: (request) => ({ endpoint: { ...endpoint, ...request }, secret: 'whsec_1' }),
  ListEndpoints: () => ({ endpoints: [endpoint] }),
  GetEndpoint: () => endpoint,
  UpdateEndpoint: () => endpoint,
  DeleteEndpoint: () => ({}),
  RotateSecret: () => ({ secret: 'whsec_2', previousExpiresAt: '1790003600' }),
  ListDeliveries: () => ({ deliveries: [delivery], next: 'delivery-1' }),
  Redeliver: () => ({ ...delivery, status: 'pending', timeNextAttempt: '10', timeCompleted: '0' }),
};

export type FakeAnswers = Readonly<Record<string, FakeAnswer>>;

export type GatewayOptions = {
  readonly answers?: FakeAnswers;
  readonly rates?: Rates;
  readonly now?: () => Date;
  readonly ready?: () => boolean;
  readonly takePermit?: SharedStore['takePermit'];
  readonly trustedProxies?: readonly string[];
  readonly retiresAt?: Date;
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

/** The whole gateway on a free port, with fakes for the services behind it. */
export async function gatewayUnderTest(options: GatewayOptions = {}): Promise<GatewayUnderTest> {
  const { services, asked } = fakeServices({ ...honestAnswers, ...options.answers });
  const now = options.now ?? (() => new Date());
  const store = createMemoryStore({ now: () => now().getTime() });
  const registry = new Registry();
  const metrics = createHttpMetrics(registry);
  const log: object[] = [];
  const write = (fields: object): void => {
    log.push(fields);
  };
  const routes = routesOf(services, {
    retiresAt: options.retiresAt ?? new Date('2026-07-31T00:00:00Z'),
    now,
  });
  const app = buildApp({
    routes,
    authenticators: createAuthenticators(
      services.identity,
      { tokens: createLocalTokenMemory(), providers: createProviderMemory() },
      () => now().getTime() / 1000,
    ),
    limit: createRateLimiter({
      takePermit: options.takePermit ?? ((key, rate) => store.takePermit(key, rate)),
      onStoreFailure: metrics.rateLimitStoreFailed,
      now: () => now().getTime(),
    }),
    rates: options.rates ?? generousRates,
    registry,
    metrics,
    logger: { info: write, error: write },
    newTraceId: () => 'f'.repeat(32),
    now: () => now().getTime(),
    trustedProxies: options.trustedProxies ?? [],
    ready: options.ready ?? (() => true),
  });
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
