import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  makeLocalCertificates,
  readCertificate,
  type LocalCertificates,
} from '@wallet-service/local-certificates';
import { makeTestGrants, type TestGrants } from '@wallet-service/grants/testing';
import { connect, definitions, serve, type CallServer, type Handlers } from '@wallet-service/grpc';
import type {
  IdentityDefinition,
  PolicyDefinition,
  UnaryMethod,
  WalletDefinition,
  WebhooksDefinition,
} from '@wallet-service/grpc';
import { databaseFor, type TestDatabase } from '@wallet-service/postgres/testing';
import { operationsOf, startProcess, type StartedProcess } from '@wallet-service/test-kit/start-process';
import { until } from '@wallet-service/test-kit/until';
import type { Source } from '../src/events/source.js';
import { access } from '../src/server.js';
import { testFeeds } from './feeds.js';
import { accept, startReceiver, verify, type Receiver } from '@wallet-service/test-kit/webhook-receiver';

const main = fileURLToPath(new URL('../dist/main.js', import.meta.url));
const feeds = testFeeds(20);

let folder: string;
let database: TestDatabase;
let certificates: LocalCertificates;
let receiver: Receiver;
let env: Record<string, string>;
let grants: TestGrants;
let feedServers: CallServer[];
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'webhooks-'));
  [certificates, database, receiver] = await Promise.all([
    makeLocalCertificates(path.join(folder, 'tls'), new Date()),
    databaseFor({ name: 'webhooks_process' }),
    startReceiver(),
  ]);
  feedServers = await Promise.all([serveFeed('wallet'), serveFeed('policy'), serveFeed('identity')]);
  writeFileSync(path.join(folder, 'key'), randomBytes(32), { mode: 0o600 });
  grants = makeTestGrants(folder);
  const { ca, cert, key } = certificates.webhooks;
  env = {
    ENVIRONMENT: 'development',
    LISTEN: `unix:${folder}/webhooks.sock`,
    TLS_CA_FILE: ca,
    TLS_CERT_FILE: cert,
    TLS_KEY_FILE: key,
    DATABASE_URL: database.roles.webhooks.url,
    MIGRATION_DATABASE_URL: database.roles.webhooks.migrationUrl,
    WALLET_TARGETS: `unix:${folder}/wallet.sock`,
    POLICY_TARGETS: `unix:${folder}/policy.sock`,
    IDENTITY_TARGETS: `unix:${folder}/identity.sock`,
    GRANT_PUBLIC_KEYS_FILE: grants.env.GRANT_PUBLIC_KEYS_FILE,
    WEBHOOK_KEY_FILE: path.join(folder, 'key'),
    WEBHOOK_ALLOW_LOOPBACK: 'true',
    WEBHOOK_POLL_MS: '50',
    WEBHOOK_TIMEOUT_MS: '1000',
    WEBHOOK_RETRY_SECONDS: '0,0,0,0,0,0,0,0,0,0',
  };
});
afterAll(async () => {
  await Promise.all(feedServers.map((server) => server.drain(100)));
  await receiver.close();
  await database.drop();
  rmSync(folder, { recursive: true });
});

/**
 * The test plays the services that own the events: real servers with their contracts, of which only the feed answers.
 */
function serveFeed(source: Source): Promise<CallServer> {
  const ListEvents: Handlers<WalletDefinition>['ListEvents'] = async ({ applicationId, after, onlyEnd }) => {
    if (onlyEnd) return { next: (await feeds.ends(applicationId))[source].toString() };
    const { events, next, more } = await feeds.read(source, applicationId, BigInt(after));
    return {
      events: events.map(({ position, timeMs, ...event }) => ({
        ...event,
        position: position.toString(),
        timeMs,
      })),
      next: next.toString(),
      more,
    };
  };
  const definition = definitions[source];
  const names = Object.keys(definition.methods);
  const refuse = () => Promise.reject(new Error('not called'));
  return serve<WalletDefinition | PolicyDefinition | IdentityDefinition>({
    definition: definition,
    handlers: { ...Object.fromEntries(names.map((name) => [name, refuse])), ListEvents },
    access: {
      ...Object.fromEntries(names.map((name) => [name, {}])),
      ListEvents: { webhooks: 'nothing' },
    },
    listen: `unix:${folder}/${source}.sock`,
    tls: readCertificate(certificates[source]),
    ready: () => true,
    onInternalError: () => undefined,
  });
}

const startService = (
  settings: Readonly<Record<string, string | undefined>>,
  ...args: string[]
): StartedProcess => startProcess(main, { env: settings, args });

async function killHard(service: StartedProcess): Promise<void> {
  await service.end();
  // A process that was killed leaves its socket behind.
  rmSync(path.join(folder, 'webhooks.sock'), { force: true });
}

function connectAs(name: keyof LocalCertificates) {
  return connect({
    definition: definitions.webhooks,
    targets: [`unix:${folder}/webhooks.sock`],
    tls: readCertificate(certificates[name]),
    serverName: 'webhooks',
  });
}
const options = { deadlineMs: 5_000, traceId: 'webhooks-process-test' };

describe('the webhooks process', () => {
  it('delivers at least once and in order for each wallet, however often it is killed', async () => {
    let service = startService(env);
    await operationsOf(service);
    const gateway = grants.carriedBy('webhooks', connectAs('gateway'));
    const applicationId = randomUUID();
    const { secret } = await gateway.call('CreateEndpoint', { applicationId, url: receiver.url() }, options);
    gateway.close();
    receiver.answerWith((received, response) => {
      setTimeout(accept, 10 + Math.random() * 20, received, response);
    });
    const [wallets, each] = [8, 25];
    for (let number = 1; number <= each; number += 1) {
      for (let wallet = 1; wallet <= wallets; wallet += 1) {
        feeds.emit(applicationId, {
          orderingKey: `wallet-${wallet}`,
          dataJson: JSON.stringify({ wallet, number }),
        });
      }
    }
    const idsSeen = () => new Set(receiver.received.map(({ id }) => id)).size;
    for (const share of [0.1, 0.3, 0.6]) {
      // Checked often, so that it is killed in the middle.
      for (let waited = 0; idsSeen() < wallets * each * share; waited += 5) {
        if (waited > 30_000) throw new Error(`${idsSeen()} events came in: ${service.output()}`);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await killHard(service);
      service = startService(env);
      await operationsOf(service);
    }
    await until('all events', () => idsSeen() >= wallets * each);
    for (let wallet = 1; wallet <= wallets; wallet += 1) {
      const numbers = receiver.received
        .filter(({ event }) => event.data['wallet'] === wallet)
        .map(({ event }) => Number(event.data['number']));
      // An event may arrive again, but never out of order.
      expect([...numbers].sort((a, b) => a - b)).toEqual(numbers);
      expect(new Set(numbers).size).toBe(each);
    }
    for (const received of receiver.received) expect(() => verify(secret, received)).not.toThrow();
    expect(service.output()).not.toContain(secret);
    await killHard(service);
  });

  it('abandons its current deliveries on SIGTERM, and the next process takes them over at once', async () => {
    const service = startService(env);
    await operationsOf(service);
    const gateway = grants.carriedBy('webhooks', connectAs('gateway'));
    const applicationId = randomUUID();
    await gateway.call('CreateEndpoint', { applicationId, url: receiver.url('/term') }, options);
    gateway.close();
    const mine = () => receiver.received.filter(({ path: at }) => at === '/term');
    receiver.answerWith(() => undefined);
    const id = feeds.emit(applicationId);
    await until('the delivery', () => mine().length > 0);
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
    receiver.answerWith(accept);
    const before = mine().length;
    const next = startService(env);
    await operationsOf(next);
    const started = Date.now();
    while (mine().length === before) {
      if (Date.now() - started > 4_000) throw new Error('it was not delivered');
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    expect(mine().at(-1)?.id).toBe(id);
    await killHard(next);
  });

  it('accepts calls from those that it names only, and shows its health and its metrics', async () => {
    const service = startService(env);
    const operations = await operationsOf(service);
    for (const name of ['gateway', 'wallet', 'policy', 'identity', 'signer', 'operator'] as const) {
      const client = connectAs(name);
      for (const method of Object.keys(access) as UnaryMethod<WebhooksDefinition>[]) {
        const call = client.call(method, {}, options) as Promise<unknown>;
        const code = await call.then(
          () => 'ok',
          (error: unknown) => (error as { code: string }).code,
        );
        expect([name, method, code === 'auth.caller-not-allowed']).toEqual([
          name,
          method,
          !Object.hasOwn(access[method], name),
        ]);
      }
      client.close();
    }
    expect((await fetch(`${operations}/readyz`)).status).toBe(200);
    const metrics = await (await fetch(`${operations}/metrics`)).text();
    for (const name of ['wallet_service_rpc_duration_seconds', 'wallet_service_webhook_attempts_total'])
      expect(metrics).toContain(name);
    expect(service.output()).toContain('WEBHOOK_ALLOW_LOOPBACK');
    service.child.kill('SIGTERM');
    expect(await service.exit).toBe(0);
  });
});

describe('starting the webhooks process', () => {
  it('fails in production with loopback open', async () => {
    const service = startService({ ...env, ENVIRONMENT: 'production' });
    expect(await service.exit).toBe(1);
    expect(service.output()).toContain('WEBHOOK_ALLOW_LOOPBACK');
  });

  it('reports every missing variable', async () => {
    const service = startService({});
    expect(await service.exit).toBe(1);
    for (const name of ['LISTEN', 'DATABASE_URL', 'WALLET_TARGETS', 'WEBHOOK_KEY_FILE']) {
      expect(service.output()).toContain(name);
    }
  });

  it('can run only the migrations', async () => {
    expect(await startService(env, 'migrate').exit).toBe(0);
    const without = startService({ ...env, MIGRATION_DATABASE_URL: undefined }, 'migrate');
    expect(await without.exit).toBe(1);
  });
});
