import { createPrivateKey, generateKeyPairSync, randomBytes, randomUUID, type KeyObject } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client as GrpcClient, credentials, Metadata, type ServiceError } from '@grpc/grpc-js';
import {
  audiences,
  grantableScopes,
  grantLifetimeMs,
  signGrant,
  type Audience,
  type Grant,
} from '@wallet-service/grants';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import { connect, definitions } from '@wallet-service/grpc';
import { readCertificate } from '@wallet-service/local-certificates';
import { demoCustomer, newCustomer, type Customer } from './http/customer.js';
import { methodsOf } from './methods-of-scopes.js';
import { sharedStack, type SharedStack } from './stacks.js';

// Somebody has the gateway's certificate and key and reaches every service of a real stack. They have no secret key, no
// operator key and no user's token. Every method of every contract is tried, in both forms, with every grant that they
// could obtain.

/** Everything that the certificate alone opens. SECURITY.md says what each of them gives. */
const open: Readonly<Record<Audience, readonly string[]>> = {
  identity: [
    'AuthenticateUser',
    'FindProviders',
    'GetAllowedOrigins',
    'AuthenticateSecretKey',
    'AuthenticateOperator',
    'AuthenticateSession',
    'RefreshKeySet',
    ...['CreateChallenge', 'SignIn', 'AcceptInvitation', 'StepUp'],
    ...['GetSession', 'EndSession', 'AddPasskey', 'RemovePasskey'],
  ],
  policy: [],
  wallet: ['GetOrCreateWallet', 'Sign', 'ExportPrivateKey', 'GetAttestations'],
  webhooks: [],
};
/** Those of them that need a secret key as soon as they name a wallet by its id. */
const openOnExpress = ['Sign', 'ExportPrivateKey'];
const ofOperator = [
  ...['CreateApplication', 'ListApplications'],
  ...['ListKeySets', 'CheckPeers', 'ListPeople', 'InvitePerson', 'RenewInvitation', 'DisablePerson'],
];
const ofEither = [
  'GetApplication',
  'UpdateApplication',
  'CreateSecretKey',
  'ListSecretKeys',
  'RevokeSecretKey',
  'UpdateSecretKey',
  'GetApplicationDocument',
  'SubmitApplicationDocument',
  ...['ListMembers', 'AddMember', 'UpdateMember', 'RemoveMember', 'SetApprovalRule', 'WithdrawApprovals'],
];
/** Methods that other processes call. */
const notOfGateway = [
  'GetTrust',
  'PublishRootDocument',
  'ListEvents',
  'ListChanges',
  'ForgetChanges',
  'Evaluate',
  'ReleaseReservation',
  'SetMinimumRecordVersion',
];

const refusals = ['auth.caller-not-allowed', 'auth.grant-invalid'];
const ended = ['auth.secret-key-invalid', 'auth.operator-key-invalid'];

type AnyCall = (method: string, request: object, options: object) => Promise<unknown>;

let stack: SharedStack;
let victim: Customer;
let other: Customer;
let identityKey: KeyObject;
const clients: { close: () => void }[] = [];
const callers = {} as Record<Audience, AnyCall>;

beforeAll(async () => {
  stack = await sharedStack('stolen gateway');
  victim = demoCustomer(stack.stack);
  other = await newCustomer(stack.stack, 'Mallory');
  identityKey = createPrivateKey(readFileSync(path.join(stack.dataDir, 'secrets/grant-key.pem')));
  const tls = readCertificate(stack.certificates.gateway);
  for (const service of audiences) {
    const targets = [stack.targets[`${service}-0`] ?? ''];
    // It does not matter here which service it is, because methods are called by name.
    const definition = definitions[service] as unknown as typeof definitions.identity;
    const client = connect({ definition, targets, tls, serverName: service });
    clients.push(client);
    callers[service] = client.call as unknown as AnyCall;
  }
});
afterAll(() => {
  for (const client of clients) client.close();
});

async function code(
  service: Audience,
  method: string,
  request: object,
  grant?: Uint8Array,
): Promise<{ code: string; answer?: unknown }> {
  const options = { deadlineMs: 5_000, traceId: 'a'.repeat(32), ...(grant && { grant }) };
  try {
    return { code: 'ok', answer: await callers[service](method, request, options) };
  } catch (error) {
    return { code: (error as { code: string }).code };
  }
}

/** A request that names the victim wherever a request can name an application. */
function requestFor(applicationId: string): object {
  const user = { applicationId, issuer: 'https://issuer.example', subject: 'alice', jwt: 'x.y.z' };
  const id = randomUUID();
  return {
    applicationId,
    user,
    walletId: id,
    groupId: id,
    providerId: id,
    secretKeyId: id,
    policyId: id,
    endpointId: id,
    deliveryId: id,
    nonce: randomBytes(32),
    // So that no key is made.
    label: ' ',
  };
}

/** Asked for anew each time, because grants live for seconds. */
async function shownGrants(method: string, credential: object): Promise<Record<Audience, Buffer>> {
  const { answer } = await code('identity', method, credential);
  return (answer as { grants: Record<Audience, Buffer> }).grants;
}

function grantOf(service: Audience, changes: Partial<Grant> = {}, key = identityKey): Buffer {
  const issuedAt = changes.issuedAt ?? Date.now();
  const expiresAt = issuedAt + grantLifetimeMs;
  const grant = { audience: service, applicationId: victim.id, keyId: keyIdOf(victim), issuedAt, expiresAt };
  return signGrant({ ...grant, ...changes }, key);
}

function keyIdOf(customer: Customer): string {
  const hex = /^sk_([0-9a-f]{32})_/.exec(customer.secretKey())?.[1] ?? '';
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Grants of no use for a call about the victim that needs its secret key. */
function uselessGrants(service: Audience): readonly (readonly [string, Uint8Array | undefined])[] {
  const good = grantOf(service);
  const flipped = (at: number): Buffer => {
    const bytes = Buffer.from(good);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    return bytes;
  };
  const now = Date.now();
  const stranger = generateKeyPairSync('ed25519').privateKey;
  return [
    ['none', undefined],
    ['an empty one', new Uint8Array(0)],
    ['noise', randomBytes(200)],
    ['a signature alone', good.subarray(0, 64)],
    ['a huge one', Buffer.concat([good, Buffer.alloc(10_000, 32)])],
    ['one with a blank behind', Buffer.concat([good, Buffer.from(' ')])],
    ['one with another signature', flipped(10)],
    ['one with another content', flipped(good.length - 3)],
    ['one of another key', grantOf(service, {}, stranger)],
    ['an expired one', grantOf(service, { issuedAt: now - 120_000 })],
    ['one that has just expired', grantOf(service, { issuedAt: now - grantLifetimeMs - 16_000 })],
    ['one of the future', grantOf(service, { issuedAt: now + 3_600_000 })],
    ['one that lives for a day', grantOf(service, { expiresAt: now + 86_400_000 })],
    ['one of another application', grantOf(service, { applicationId: other.id, keyId: keyIdOf(other) })],
    ['one of no application', grantOf(service, { applicationId: '' })],
    ...audiences
      .filter((audience) => audience !== service)
      .map((audience) => [`one for ${audience}`, grantOf(audience)] as const),
  ];
}

const methods = audiences.flatMap((service) =>
  Object.keys(definitions[service].methods).map((method) => [service, method] as const),
);

it('knows every method of every contract', () => {
  expect(methods.length).toBeGreaterThan(50);
  for (const name of [...ofOperator, ...ofEither, ...notOfGateway, ...Object.values(open).flat()])
    expect(methods.map(([, method]) => method)).toContain(name);
});

it.each(methods)(
  'opens nothing of %s.%s with a stolen certificate and no valid grant',
  async (service, method) => {
    if (open[service].includes(method) && !openOnExpress.includes(method)) return;
    const unexpected: string[] = [];
    for (const [name, grant] of uselessGrants(service)) {
      const answer = await code(service, method, requestFor(victim.id), grant);
      if (!refusals.includes(answer.code)) unexpected.push(`${name}: ${answer.code}`);
    }
    expect(unexpected).toEqual([]);
  },
);

it.each(methods)('asks the right credential for %s.%s', async (service, method) => {
  if (open[service].includes(method) && !openOnExpress.includes(method)) return;
  const bySecretKey = await code(service, method, requestFor(victim.id), grantOf(service));
  const operatorKey = { operatorKey: stack.stack.operator_key };
  const shown =
    service === 'identity'
      ? (await shownGrants('AuthenticateOperator', operatorKey)).identity
      : grantOf(service, { applicationId: undefined });
  const byOperator = await code(service, method, requestFor(victim.id), shown);
  const opens = (answer: { code: string }) => ![...refusals, ...ended].includes(answer.code);
  const operator = [...ofOperator, ...ofEither].includes(method);
  expect(opens(bySecretKey)).toBe(!ofOperator.includes(method) && !notOfGateway.includes(method));
  expect(opens(byOperator)).toBe(operator);
});

it('lets a limited key do nothing outside its scopes, whatever the gateway asks for', async () => {
  const managed = methods.filter(
    ([service, method]) =>
      ![...ofOperator, ...notOfGateway].includes(method) &&
      (!open[service].includes(method) || openOnExpress.includes(method)),
  );
  for (const scope of grantableScopes) {
    const body = { label: scope, scopes: [scope] };
    const { secret_key: secretKey } = await victim.succeed<{ secret_key: string }>(
      'POST',
      '/v1/secret_key',
      body,
    );
    const passed: string[] = [];
    for (const [service, method] of managed) {
      const grants = await shownGrants('AuthenticateSecretKey', { secretKey });
      const answer = await code(service, method, requestFor(victim.id), grants[service]);
      expect([service, method, refusals.includes(answer.code)]).toEqual([service, method, false]);
      if (answer.code !== 'auth.scope-missing') passed.push(method);
    }
    const own = scope === 'read' ? [...methodsOf.read, ...methodsOf.lookup] : methodsOf[scope];
    expect([scope, passed.sort()]).toEqual([scope, own.toSorted()]);
  }
  // Nothing else exists.
  const known = new Set(Object.values(methodsOf).flat());
  expect([...known].sort()).toEqual(managed.map(([, method]) => method).sort());
});

it('lets a key of providers change only one setting: it puts more issuers under STEP_UP policies', async () => {
  const grant = grantOf('policy', { scopes: ['providers'] });
  const outcomeOf = async (changes: object) =>
    (await code('policy', 'UpdateSettings', { applicationId: victim.id, changes }, grant)).code;
  const issuers = { embeddedWalletIssuers: { values: ['https://issuer.example'] } };
  expect(await outcomeOf(issuers)).toBe('ok');
  expect(await outcomeOf({ ...issuers, policyEvaluationEnabled: false })).toBe('auth.scope-missing');
  expect(await outcomeOf({ ...issuers, embeddedWalletProviderIds: { values: [] } })).toBe(
    'auth.scope-missing',
  );
  expect(await outcomeOf({})).toBe('auth.scope-missing');
});

it('refuses every management call in the unary form too', async () => {
  const { ca, key, cert } = readCertificate(stack.certificates.gateway);
  const opened: string[] = [];
  for (const [service, method] of methods) {
    if (open[service].includes(method)) continue;
    const client = new GrpcClient(stack.targets[`${service}-0`] ?? '', credentials.createSsl(ca, key, cert), {
      'grpc.ssl_target_name_override': service,
    });
    const { requestSerialize } =
      (definitions[service].methods as Record<string, (typeof definitions.wallet.methods)['Sign']>)[method] ??
      {};
    const asIs = (bytes: Buffer): Buffer => bytes;
    const given = new Metadata();
    given.set('grant-bin', grantOf(service, { applicationId: other.id, keyId: keyIdOf(other) }));
    const answered = await new Promise<string>((resolve) => {
      client.makeUnaryRequest(
        `/${definitions[service].service}/${method}`,
        asIs,
        asIs,
        requestSerialize?.(requestFor(victim.id)) ?? Buffer.alloc(0),
        given,
        { deadline: Date.now() + 5_000 },
        (error: ServiceError | null) => {
          const wire = error?.metadata.get('error-bin')[0];
          resolve(wire ? (JSON.parse(String(wire)) as { code: string }).code : (error?.message ?? 'ok'));
        },
      );
    });
    client.close();
    if (!refusals.includes(answered)) opened.push(`${service}.${method}: ${answered}`);
  }
  expect(opened).toEqual([]);
});

it('counts what it refused, for the alert CallsWithoutGrant', async () => {
  for (const service of audiences) {
    const log = readFileSync(path.join(stack.logsDir, `${service}-0.log`), 'utf8');
    const url = /"operations":"([^"]+)"/.exec(log)?.[1] ?? '';
    const { body: metrics } = await requestJson(`${url}/metrics`);
    expect(metrics).toMatch(/rpc_duration_seconds_count\{[^}]*code="auth.grant-invalid"[^}]*\} [1-9]/);
  }
});

it('identity accepts no grant of a revoked secret key, however young', async () => {
  const before = grantOf('identity', { applicationId: other.id, keyId: keyIdOf(other) });
  const request = { applicationId: other.id };
  expect((await code('identity', 'ListProviders', request, before)).code).toBe('ok');
  await other.rotateSecretKey();
  expect((await code('identity', 'ListProviders', request, before)).code).toBe('auth.secret-key-invalid');
});

it('lets no secret key change what is for the operator', async () => {
  for (const changes of [{ features: { pregeneratedWallets: false } }, { name: 'Other' }]) {
    const request = { applicationId: victim.id, ...changes };
    expect((await code('identity', 'UpdateApplication', request, grantOf('identity'))).code).toBe(
      'auth.grant-invalid',
    );
  }
});

it('gives callers with a public API key only what verifies a token', async () => {
  const request = { apiKey: victim.apiKey, providerId: victim.provider.id };
  const features = { pregeneratedWallets: true };
  const application = { id: victim.id, name: '', apiKey: '', features, timeCreated: '0' };
  const { answer } = await code('identity', 'AuthenticateUser', request);
  expect(answer).toMatchObject({ application, provider: { jwksUri: '' } });
  const { answer: found } = await code('identity', 'FindProviders', { apiKey: victim.apiKey });
  expect(found).toMatchObject({ application, providers: [{ id: victim.provider.id, jwksUri: '' }] });
});
