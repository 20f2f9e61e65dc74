import { randomUUID } from 'node:crypto';
import { testFeeds } from './feeds.js';
import {
  accept,
  startReceiver,
  status,
  verify,
  type Receiver,
} from '@wallet-service/test-kit/webhook-receiver';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { until } from '@wallet-service/test-kit/until';
import { startWebhooks, type Replica, type Webhooks } from './webhooks-replicas.js';

const feeds = testFeeds();
let webhooks: Webhooks;
let receiver: Receiver;
let one: Replica;
let applicationId: string;
beforeAll(async () => {
  webhooks = await startWebhooks('webhooks_deliveries', feeds);
  one = webhooks.replica();
  await one.startBackgroundWork();
});
afterAll(() => webhooks.close());
beforeEach(async () => {
  receiver = await startReceiver();
  applicationId = randomUUID();
});
afterEach(() => receiver.close());

async function newEndpoint(changes: object = {}, replica = one) {
  const created = await replica.CreateEndpoint({ applicationId, url: receiver.url(), ...changes });
  return { id: created.endpoint?.id ?? '', secret: created.secret ?? '' };
}
const deliveriesOf = async (endpointId: string, filter: object = {}) =>
  (await one.ListDeliveries({ applicationId, endpointId, ...filter })).deliveries ?? [];
const settled = (endpointId: string, count: number) =>
  until('the end of the deliveries', async () => {
    const found = await deliveriesOf(endpointId);
    return found.length === count && found.every((delivery) => delivery.status !== 'pending');
  });

describe('a delivery', () => {
  it('is a Standard Webhook that an independent library accepts', async () => {
    const { id: endpointId, secret } = await newEndpoint();
    const timeMs = Date.parse('2026-01-02T03:04:05.678Z');
    const dataJson = JSON.stringify({ wallet_id: 'w1', note: 'ünïcode ✓' });
    const eventId = feeds.emit(applicationId, { type: 'wallet.created', timeMs, dataJson });
    const [received] = await receiver.until(1);
    if (!received) throw new Error('nothing came in');
    expect(verify(secret, received)).toEqual({
      type: 'wallet.created',
      timestamp: '2026-01-02T03:04:05.678Z',
      data: { wallet_id: 'w1', note: 'ünïcode ✓' },
    });
    expect(received.id).toBe(eventId);
    expect(received.headers['content-type']).toBe('application/json');
    expect(() => verify(`whsec_${Buffer.alloc(32).toString('base64')}`, received)).toThrow();
    expect(() => verify(secret, { ...received, body: received.body.replace('w1', 'w2') })).toThrow();
    await settled(endpointId, 1);
    expect(await deliveriesOf(endpointId)).toMatchObject([
      {
        eventId,
        eventType: 'wallet.created',
        status: 'delivered',
        attempts: 1,
        responseStatus: 204,
        problem: '',
      },
    ]);
    expect((await deliveriesOf(endpointId))[0]?.payloadJson).toBe(received.body);
  });

  it('is found by the trace of the request that it is about, however many are newer', async () => {
    const { id: endpointId } = await newEndpoint();
    const [traceId, ofAnother] = ['ab'.repeat(16), 'cd'.repeat(16)];
    const about = [feeds.emit(applicationId, { traceId }), feeds.emit(applicationId, { traceId })];
    for (let at = 0; at < 210; at++) feeds.emit(applicationId, { orderingKey: `wallet-${at}` });
    feeds.emit(applicationId, { traceId: ofAnother });
    await receiver.until(213);
    const found = await deliveriesOf(endpointId, { traceId });
    expect(found.map(({ eventId }) => eventId)).toEqual(about.toReversed());
    const page = { traceId, limit: 1 };
    const [newest] = await deliveriesOf(endpointId, page);
    expect(await deliveriesOf(endpointId, { ...page, before: newest?.id })).toMatchObject([
      { eventId: about[0] },
    ]);
    expect(await deliveriesOf(endpointId, { traceId: 'ef'.repeat(16) })).toEqual([]);
    expect(await refusalOf(deliveriesOf(endpointId, { traceId: 'AB' }))).toMatchObject({
      code: 'request.invalid',
    });
    const { rows } = await webhooks.owner.query<Record<string, string>>(
      `explain (costs off) select from events where application_id = '${applicationId}' and trace_id = '${traceId}'`,
    );
    expect(JSON.stringify(rows)).toContain('trace_id');
  });

  it('is signed with both secrets while the old one is valid, and with only the new one afterwards', async () => {
    const { id: endpointId, secret: first } = await newEndpoint();
    const { secret: second = '' } = await one.RotateSecret({
      applicationId,
      endpointId,
      overlapSeconds: 600,
    });
    feeds.emit(applicationId);
    const [both] = await receiver.until(1);
    if (!both) throw new Error('nothing came in');
    for (const secret of [first, second]) expect(() => verify(secret, both)).not.toThrow();
    const { secret: third = '' } = await one.RotateSecret({ applicationId, endpointId, overlapSeconds: 0 });
    feeds.emit(applicationId);
    const [, last] = await receiver.until(2);
    if (!last) throw new Error('nothing came in');
    expect(() => verify(third, last)).not.toThrow();
    for (const secret of [first, second]) expect(() => verify(secret, last)).toThrow();
  });

  it('goes once to each endpoint that asked for its type, and to no other application', async () => {
    const other = randomUUID();
    await one.CreateEndpoint({ applicationId: other, url: receiver.url('/other') });
    await newEndpoint({ url: receiver.url('/all') });
    await newEndpoint({ url: receiver.url('/policies'), eventTypes: ['policy.changed'] });
    feeds.emit(applicationId, { type: 'signature.created' });
    feeds.emit(applicationId, { type: 'policy.changed', source: 'policy', orderingKey: 'policies' });
    await receiver.until(3);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.received.map(({ path, event }) => `${path} ${event.type}`).sort()).toEqual([
      '/all policy.changed',
      '/all signature.created',
      '/policies policy.changed',
    ]);
  });

  it('leaves out what happened before the endpoint existed', async () => {
    feeds.emit(applicationId);
    await newEndpoint();
    const later = feeds.emit(applicationId);
    await receiver.until(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.received.map(({ id }) => id)).toEqual([later]);
  });
});

describe('a test event', () => {
  it('goes to its endpoint alone, whatever types that takes, and waits for no other event', async () => {
    const { id: endpointId, secret } = await newEndpoint({ eventTypes: ['policy.changed'] });
    const other = await newEndpoint();
    receiver.answerWith(status(500));
    feeds.emit(applicationId, { type: 'policy.changed' });
    await receiver.until(2);
    receiver.answerWith(accept);
    const sent = await one.SendTestEvent({ applicationId, endpointId });
    expect(sent).toMatchObject({ eventType: 'webhook.test', status: 'pending', attempts: 0 });
    const received = await until('the test event', () =>
      receiver.received.find(({ id }) => id === sent.eventId),
    );
    expect(verify(secret, received)).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String) as string,
      data: { endpoint_id: endpointId },
    });
    await settled(endpointId, 2);
    await settled(other.id, 1);
    expect((await deliveriesOf(endpointId))[0]).toMatchObject({ id: sent.id, status: 'delivered' });
  });

  it('is refused while the endpoint is disabled, and for an endpoint that does not exist', async () => {
    const { id: endpointId } = await newEndpoint();
    await one.UpdateEndpoint({ applicationId, endpointId, enabled: false });
    const codeOf = async (id: string) =>
      (await refusalOf(one.SendTestEvent({ applicationId, endpointId: id }))).code;
    expect(await codeOf(endpointId)).toBe('webhook.endpoint-disabled');
    expect(await codeOf(randomUUID())).toBe('webhook.endpoint-not-found');
    expect(await deliveriesOf(endpointId)).toEqual([]);
  });
});

describe('an endpoint that fails', () => {
  it('gets the same event again, with the same id and a new signature, until it accepts', async () => {
    const { id: endpointId, secret } = await newEndpoint();
    let requests = 0;
    receiver.answerWith((received, response) => {
      requests += 1;
      (requests < 3 ? status(500) : accept)(received, response);
    });
    const eventId = feeds.emit(applicationId);
    const received = await receiver.until(3);
    expect(received.map(({ id }) => id)).toEqual([eventId, eventId, eventId]);
    for (const one of received) expect(() => verify(secret, one)).not.toThrow();
    await settled(endpointId, 1);
    expect(await deliveriesOf(endpointId)).toMatchObject([{ status: 'delivered', attempts: 3 }]);
  });

  it.each([
    ['an error', status(503), 503, 'answers with status 503'],
    ['a client error', status(404), 404, 'answers with status 404'],
    ['a redirect', status(302, { location: 'http://localhost:1/elsewhere' }), 302, 'redirects'],
    ['a redirect that keeps the method', status(307, { location: '/again' }), 307, 'redirects'],
    ['silence', () => undefined, 0, 'did not answer within 500 ms'],
    [
      'a broken connection',
      (_: unknown, response: { destroy(): unknown }) => void response.destroy(),
      0,
      'could not be reached',
    ],
  ] as const)(
    'has failed for good after the last attempt: %s',
    async (_, answer, responseStatus, problem) => {
      const { id: endpointId } = await newEndpoint();
      receiver.answerWith(answer);
      feeds.emit(applicationId);
      await settled(endpointId, 1);
      expect(await deliveriesOf(endpointId)).toMatchObject([
        {
          status: 'failed',
          attempts: 4,
          responseStatus,
          problem: expect.stringContaining(problem) as string,
        },
      ]);
      expect(receiver.received).toHaveLength(4);
      expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']));
    },
  );

  it('gets what failed once more on request, with the full number of attempts', async () => {
    const { id: endpointId } = await newEndpoint();
    receiver.answerWith(status(500));
    const eventId = feeds.emit(applicationId);
    await settled(endpointId, 1);
    const [failed] = await deliveriesOf(endpointId, { status: 'failed' });
    receiver.answerWith(accept);
    const again = await one.Redeliver({ applicationId, endpointId, deliveryId: failed?.id ?? '' });
    expect(again).toMatchObject({ status: 'pending', attempts: 0 });
    await settled(endpointId, 1);
    expect(await deliveriesOf(endpointId)).toMatchObject([{ eventId, status: 'delivered', attempts: 1 }]);
    expect(receiver.received.at(-1)?.id).toBe(eventId);
  });

  it('is disabled by the answer 410, and its waiting deliveries have failed', async () => {
    const { id: endpointId } = await newEndpoint();
    receiver.answerWith(status(410));
    for (const orderingKey of ['wallet-1', 'wallet-1', 'wallet-2'])
      feeds.emit(applicationId, { orderingKey });
    await settled(endpointId, 3);
    const found = await one.GetEndpoint({ applicationId, endpointId });
    expect(found).toMatchObject({ enabled: false, disabledReason: 'gone' });
    expect((await deliveriesOf(endpointId)).map((delivery) => delivery.status)).toEqual([
      'failed',
      'failed',
      'failed',
    ]);
    const before = receiver.received.length;
    feeds.emit(applicationId);
    receiver.answerWith(accept);
    await one.UpdateEndpoint({ applicationId, endpointId, enabled: true });
    const later = feeds.emit(applicationId);
    await receiver.until(before + 1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.received.slice(before).map(({ id }) => id)).toEqual([later]);
  });
});
