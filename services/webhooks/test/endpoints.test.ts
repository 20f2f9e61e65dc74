import { randomUUID } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { testFeeds } from './feeds.js';
import { startReceiver, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { until } from '@wallet-service/test-kit/until';
import { startWebhooks, type Replica, type Webhooks } from './webhooks-replicas.js';

const feeds = testFeeds();
let webhooks: Webhooks;
let receiver: Receiver;
let one: Replica;
let other: Replica;
let applicationId: string;
beforeAll(async () => {
  [webhooks, receiver] = await Promise.all([startWebhooks('webhooks_endpoints', feeds), startReceiver()]);
  one = webhooks.replica();
  other = webhooks.replica();
});
afterAll(() => Promise.all([webhooks.close(), receiver.close()]));
beforeEach(() => {
  applicationId = randomUUID();
});

const url = 'https://hooks.example.com/wallets';
const create = async (changes: object = {}) => {
  const { endpoint } = await one.CreateEndpoint({ applicationId, url, ...changes });
  return endpoint?.id ?? '';
};
const update = (endpointId: string, changes: object, application = applicationId) =>
  one.UpdateEndpoint({ applicationId: application, endpointId, ...changes });

describe('webhook endpoints', () => {
  it('are created, read, listed, changed and deleted', async () => {
    const { endpoint, secret } = await one.CreateEndpoint({
      applicationId,
      url,
      description: 'books',
      eventTypes: ['wallet.created', 'policy.changed', 'wallet.created'],
    });
    const endpointId = endpoint?.id ?? '';
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toMatchObject({
      applicationId,
      url,
      description: 'books',
      eventTypes: ['policy.changed', 'wallet.created'],
      enabled: true,
      disabledReason: '',
    });
    expect(await other.GetEndpoint({ applicationId, endpointId })).toEqual(endpoint);
    const changes = { url: `${url}/2`, description: '', eventTypes: { values: [] }, enabled: false };
    expect(await update(endpointId, changes)).toMatchObject({
      url: `${url}/2`,
      description: '',
      eventTypes: [],
      enabled: false,
      disabledReason: 'requested',
    });
    expect(await update(endpointId, { enabled: true })).toMatchObject({ enabled: true, disabledReason: '' });
    expect((await other.ListEndpoints({ applicationId })).endpoints).toMatchObject([
      { id: endpointId, enabled: true },
    ]);
    await one.DeleteEndpoint({ applicationId, endpointId });
    expect((await other.ListEndpoints({ applicationId })).endpoints).toEqual([]);
    for (const call of [
      () => other.GetEndpoint({ applicationId, endpointId }),
      () => other.DeleteEndpoint({ applicationId, endpointId }),
      () => other.RotateSecret({ applicationId, endpointId }),
      () => other.ListDeliveries({ applicationId, endpointId }),
      () => other.Redeliver({ applicationId, endpointId, deliveryId: randomUUID() }),
      () => other.SendTestEvent({ applicationId, endpointId }),
      () => update(endpointId, {}),
    ]) {
      expect((await refusalOf(call())).code).toBe('webhook.endpoint-not-found');
    }
  });

  it.each([
    [{ url: '' }, '/url'],
    [{ url: 'http://hooks.example.com/' }, '/url'],
    [{ url: 'https://user:pw@hooks.example.com/' }, '/url'],
    [{ url: 'https://hooks.example.com:22/' }, '/url'],
    [{ url: 'https://hooks.example.com/#x' }, '/url'],
    [{ description: 'x'.repeat(256) }, '/description'],
    [{ description: 'a\nb' }, '/description'],
    [{ eventTypes: ['wallet.created', 'wallet.lost'] }, '/event_types/1'],
  ])('are refused with %j, and the field is named', async (wrong, path) => {
    expect(await refusalOf(one.CreateEndpoint({ applicationId, url, ...wrong }))).toEqual({
      code: 'request.invalid',
      paths: [path],
    });
  });

  it.each<[object, string, string[]]>([
    [{ url: 'http://hooks.example.com/' }, 'request.invalid', ['/url']],
    [{ url: '' }, 'request.invalid', ['/url']],
    [{ description: 'a\nb' }, 'request.invalid', ['/description']],
    [{ eventTypes: { values: ['wallet.created', 'all'] } }, 'request.invalid', ['/event_types/1']],
  ])('are not changed by %j', async (changes, code, paths) => {
    const endpointId = await create();
    expect(await refusalOf(update(endpointId, changes))).toEqual({ code, paths });
    expect(await one.GetEndpoint({ applicationId, endpointId })).toMatchObject({ url, enabled: true });
  });

  it('are limited to 20 per application, even when many are created concurrently', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? one : other).CreateEndpoint({ applicationId, url }),
      ),
    );
    const refused = outcomes.flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason as unknown] : [],
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(20);
    for (const reason of refused) expect(reason).toMatchObject({ code: 'webhook.endpoint-limit-reached' });
  });

  it('keep the old secret for at most a week', async () => {
    const endpointId = await create();
    expect(await refusalOf(one.RotateSecret({ applicationId, endpointId, overlapSeconds: 604_801 }))).toEqual(
      { code: 'request.invalid', paths: ['/overlap_seconds'] },
    );
    const kept = await one.RotateSecret({ applicationId, endpointId });
    expect(Number(kept.previousExpiresAt) - Date.now() / 1000).toBeGreaterThan(86_390);
    const dropped = await one.RotateSecret({ applicationId, endpointId, overlapSeconds: 0 });
    expect(dropped.previousExpiresAt).toBe(0);
  });

  it('are not found by another application', async () => {
    const endpointId = await create();
    const foreign = randomUUID();
    expect((await other.ListEndpoints({ applicationId: foreign })).endpoints).toEqual([]);
    for (const call of [
      () => other.GetEndpoint({ applicationId: foreign, endpointId }),
      () => other.DeleteEndpoint({ applicationId: foreign, endpointId }),
      () => other.RotateSecret({ applicationId: foreign, endpointId }),
      () => other.ListDeliveries({ applicationId: foreign, endpointId }),
      () => update(endpointId, { enabled: false }, foreign),
    ]) {
      expect((await refusalOf(call())).code).toBe('webhook.endpoint-not-found');
    }
  });
});

describe('at rest', () => {
  it('no secret is readable, and a sealed one that is moved to another endpoint signs nothing', async () => {
    const created = await one.CreateEndpoint({ applicationId, url });
    const secret = Buffer.from((created.secret ?? '').slice('whsec_'.length), 'base64');
    const { rows } = await webhooks.owner.query<{ sealed_secret: Buffer }>(
      'select sealed_secret from endpoints where endpoint_id = $1',
      [created.endpoint?.id],
    );
    expect(rows[0]?.sealed_secret.includes(secret)).toBe(false);
    expect(rows[0]?.sealed_secret.length).toBe(1 + 12 + 16 + 32);
  });

  it('row-level security hides every table from a transaction that names no application', async () => {
    await create();
    for (const table of ['endpoints', 'cursors', 'events', 'deliveries', 'delivery_attempts']) {
      const { rows } = await webhooks.servicePool.query<{ count: bigint }>(`select count(*) from ${table}`);
      expect([table, rows[0]?.count]).toEqual([table, 0n]);
    }
    const { rows } = await webhooks.owner.query<{ name: string }>(
      `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = 'webhooks' and c.relkind = 'r' and not (c.relrowsecurity and c.relforcerowsecurity)`,
    );
    expect(rows).toEqual([{ name: 'migrations' }]);
  });
});

describe('an endpoint at a non-public address', () => {
  const resolvingTo = (address: string): LookupFunction => {
    const family = address.includes(':') ? 6 : 4;
    return (_, { all }, callback) => {
      if (all === true) callback(null, [{ address, family }]);
      else callback(null, address, family);
    };
  };

  it.each([
    '127.0.0.1',
    '10.0.0.1',
    '169.254.169.254',
    '192.168.1.1',
    '100.64.0.1',
    '::1',
    'fd00:ec2::254',
    '64:ff9b::7f00:1',
  ])('is never connected to: a name that resolves to %s', async (address) => {
    const replica = webhooks.replica({
      allowLoopback: false,
      retrySeconds: [],
      lookup: resolvingTo(address),
    });
    const { stop } = await replica.startBackgroundWork();
    const { endpoint } = await replica.CreateEndpoint({ applicationId, url });
    const endpointId = endpoint?.id ?? '';
    feeds.emit(applicationId);
    const before = receiver.connections();
    const list = async () => (await one.ListDeliveries({ applicationId, endpointId })).deliveries ?? [];
    await until('the failure', async () => (await list())[0]?.status === 'failed');
    expect(await list()).toMatchObject([{ problem: 'is not at a public address', responseStatus: 0 }]);
    expect(receiver.connections()).toBe(before);
    await stop();
  });

  it('is refused as a literal in production, where loopback names have no special meaning', async () => {
    const production = webhooks.replica({ allowLoopback: false });
    const literals = [
      '10.0.0.1',
      '127.0.0.1',
      '169.254.169.254',
      '[::1]',
      '[fd00:ec2::254]',
      'localhost',
      'vault.internal',
    ];
    const addresses = literals.map((host) => `https://${host}/hook`);
    for (const wrong of [receiver.url(), 'http://127.0.0.1/', 'https://localhost:8443/', ...addresses]) {
      expect((await refusalOf(production.CreateEndpoint({ applicationId, url: wrong }))).paths).toEqual([
        '/url',
      ]);
    }
  });
});
