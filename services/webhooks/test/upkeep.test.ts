import { randomBytes, randomUUID } from 'node:crypto';
import { testFeeds } from './feeds.js';
import { accept, startReceiver, status, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { until } from '@wallet-service/test-kit/until';
import { inTransaction } from '@wallet-service/postgres';
import { removeOld } from '../src/deliveries/upkeep-store.js';
import { startWebhooks, type Replica, type Webhooks } from './webhooks-replicas.js';

const feeds = testFeeds();
let webhooks: Webhooks;
let receiver: Receiver;
let one: Replica;
let applicationId: string;
beforeAll(async () => {
  webhooks = await startWebhooks('webhooks_upkeep', feeds);
  one = webhooks.replica();
});
afterAll(() => webhooks.close());
beforeEach(async () => {
  receiver = await startReceiver();
  applicationId = randomUUID();
});
afterEach(() => receiver.close());

async function newEndpoint(): Promise<string> {
  const { endpoint } = await one.CreateEndpoint({ applicationId, url: receiver.url() });
  return endpoint?.id ?? '';
}
const deliveriesOf = async (endpointId: string, filter: object = {}) =>
  (await one.ListDeliveries({ applicationId, endpointId, ...filter })).deliveries ?? [];
const settled = (endpointId: string) =>
  until('the end of the deliveries', async () => {
    const found = await deliveriesOf(endpointId);
    return found.length > 0 && found.every((delivery) => delivery.status !== 'pending');
  });

it('deliveries survive the loss of every job', async () => {
  const endpointId = await newEndpoint();
  receiver.answerWith(status(500));
  const waiting = webhooks.replica({ retrySeconds: [600] });
  const work = await waiting.startBackgroundWork();
  const ids = ['wallet-1', 'wallet-1', 'wallet-2'].map((orderingKey) =>
    feeds.emit(applicationId, { orderingKey }),
  );
  await until(
    'two failed attempts',
    async () => (await deliveriesOf(endpointId)).filter(({ problem }) => problem !== '').length === 2,
  );
  await work.stop();
  await webhooks.owner.query('delete from webhooks_jobs._private_jobs');
  await webhooks.owner.query("update deliveries set time_due = now() - interval '1 minute'");
  receiver.answerWith(accept);
  const before = receiver.received.length;
  const { stop } = await one.startBackgroundWork();
  await receiver.until(before + 3);
  expect(
    receiver.received
      .slice(before)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([...ids].sort());
  await settled(endpointId);
  await stop();
});

it('deliveries go on that are left while another replica runs, which looks again and again', async () => {
  const { stop } = await one.startBackgroundWork();
  const endpointId = await newEndpoint();
  feeds.emit(applicationId);
  await settled(endpointId);
  // As a process leaves it that is killed before it wrote a job.
  await webhooks.pastTriggers(
    'deliveries',
    `update deliveries set status = 'pending', time_completed = null, under_way = false,
       time_due = now() - interval '1 minute' where endpoint_id = $1`,
    [endpointId],
  );
  await settled(endpointId);
  await stop();
});

it.each<[string, (of: string, endpointId: string) => Promise<unknown>]>([
  [
    'has a row whose key cannot be a job name',
    (of) =>
      webhooks.owner.query('update deliveries set ordering_key = $2 where application_id = $1', [
        of,
        'x'.repeat(1_000),
      ]),
  ],
  [
    'has more of them than are handled at once',
    (of, endpointId) =>
      webhooks.owner.query(
        `with many as (
           insert into events (application_id, event_id, type, ordering_key, payload, time_recorded, mac)
           select application_id, 'many-' || n, type, 'many-' || n, payload, time_recorded, mac
           from events, generate_series(1, 1500) as n where application_id = $1 returning event_id
         )
         insert into deliveries (delivery_id, application_id, endpoint_id, event_id, ordering_key, status,
           attempts, under_way,
           time_due, time_created, mac)
         select gen_random_uuid(), d.application_id, d.endpoint_id, many.event_id, many.event_id, 'pending', 0, false,
           d.time_due, d.time_created, d.mac
         from deliveries d, many where d.application_id = $1 and d.endpoint_id = $2`,
        [of, endpointId],
      ),
  ],
])('abandoned streams are taken over although an earlier application %s', async (_, spoil) => {
  const [bad, good] = [randomUUID(), randomUUID()].sort() as [string, string];
  const endpoints: string[] = [];
  receiver.answerWith(status(500));
  const waiting = await webhooks.replica({ retrySeconds: [600] }).startBackgroundWork();
  for (const each of [bad, good]) {
    applicationId = each;
    const endpointId = await newEndpoint();
    endpoints.push(endpointId);
    feeds.emit(each);
    await until('a failed attempt', async () => ((await deliveriesOf(endpointId))[0]?.problem ?? '') !== '');
  }
  await waiting.stop();
  await webhooks.owner.query('delete from webhooks_jobs._private_jobs');
  await webhooks.owner.query(
    "update deliveries set time_due = now() - interval '1 hour' * case application_id when $1 then 2 else 1 end",
    [bad],
  );
  await spoil(bad, endpoints[0] ?? '');
  receiver.answerWith(accept);
  const { stop } = await one.startBackgroundWork();
  await settled(endpoints[1] ?? '');
  await stop();
  await webhooks.owner.query('delete from deliveries where application_id = $1', [bad]);
});

it('old rows are removed, and pending ones stay', async () => {
  const endpointId = await newEndpoint();
  const { stop } = await one.startBackgroundWork();
  const id = feeds.emit(applicationId);
  await settled(endpointId);
  await stop();
  await webhooks.owner.query(
    "update deliveries set time_completed = now() - interval '31 days' where endpoint_id = $1",
    [endpointId],
  );
  await webhooks.owner.query(
    "update events set time_recorded = now() - interval '31 days' where application_id = $1",
    [applicationId],
  );
  const again = await one.startBackgroundWork();
  await until('the removal', async () => (await deliveriesOf(endpointId)).length === 0);
  await again.stop();
  const { rows } = await webhooks.owner.query('select event_id from events where application_id = $1', [
    applicationId,
  ]);
  expect([id, rows]).toEqual([id, []]);
  const attempts = await webhooks.owner.query('select from delivery_attempts where application_id = $1', [
    applicationId,
  ]);
  expect(attempts.rowCount).toBe(0);
});

it('old rows are removed at once, also those that fill more than a page', async () => {
  const endpointId = await newEndpoint();
  const { stop } = await one.startBackgroundWork();
  feeds.emit(applicationId);
  await settled(endpointId);
  await stop();
  // The planner knows the tables from when they were small, as after a rush.
  await webhooks.owner.query('analyze events, deliveries');
  await webhooks.owner.query(
    `insert into events (application_id, event_id, type, ordering_key, payload, time_recorded, mac)
     select application_id, 'old-' || n, type, ordering_key, payload, now() - interval '31 days', mac
     from events, generate_series(1, 2500) as n where application_id = $1`,
    [applicationId],
  );
  const again = await one.startBackgroundWork();
  const left = () => webhooks.owner.query('select from events where application_id = $1', [applicationId]);
  await until('the removal', async () => (await left()).rowCount === 1);
  await again.stop();
});

it('a backlog of old rows is removed in pieces, the oldest first', async () => {
  const endpointId = await newEndpoint();
  const { stop } = await one.startBackgroundWork();
  const ids = [1, 2, 3].map(() => feeds.emit(applicationId));
  await until('the deliveries', async () => (await deliveriesOf(endpointId)).length === 3);
  await settled(endpointId);
  await stop();
  for (const [at, id] of ids.entries()) {
    const age = [id, 40 - at];
    await webhooks.owner.query(
      `update deliveries set time_completed = now() - $2 * interval '1 day' where event_id = $1`,
      age,
    );
    await webhooks.owner.query(
      `update events set time_recorded = now() - $2 * interval '1 day' where event_id = $1`,
      age,
    );
  }
  const remove = () =>
    inTransaction(webhooks.servicePool, async (client) => {
      await client.query(`set local app.every_application = 'on'`);
      return removeOld(client, 30, 2);
    });
  const left = async () => (await deliveriesOf(endpointId)).map(({ eventId }) => eventId ?? '').toSorted();
  expect(await remove()).toBe(true);
  expect(await left()).toEqual(ids.slice(2));
  expect(await remove()).toBe(false);
  expect(await left()).toEqual([]);
});

it('a secret that was sealed under another key signs nothing until it is rotated', async () => {
  const endpointId = await newEndpoint();
  await webhooks.owner.query('update endpoints set sealed_secret = $2 where endpoint_id = $1', [
    endpointId,
    Buffer.concat([Buffer.from([1]), randomBytes(60)]),
  ]);
  // As after a change of the key: the operator has stored rows adopted under the new one.
  await webhooks.owner.query('delete from endpoint_sets where application_id = $1', [applicationId]);
  const adopting = webhooks.replica({ adoptRowsUntilMs: Date.now() + 60_000 });
  const { stop } = await adopting.startBackgroundWork();
  const isAdopted = async () => {
    const sets = await webhooks.owner.query('select from endpoint_sets where application_id = $1', [
      applicationId,
    ]);
    return sets.rowCount === 1;
  };
  await until('the adoption', isAdopted);
  feeds.emit(applicationId);
  await settled(endpointId);
  const [failed] = await deliveriesOf(endpointId);
  expect(failed).toMatchObject({ status: 'failed', responseStatus: 0 });
  expect(failed?.problem).toContain('rotate it');
  expect(receiver.received).toEqual([]);
  await one.RotateSecret({ applicationId, endpointId });
  await one.Redeliver({ applicationId, endpointId, deliveryId: failed?.id ?? '' });
  await receiver.until(1);
  await stop();
});

it('a deleted endpoint gets nothing more, and its deliveries are deleted', async () => {
  const endpointId = await newEndpoint();
  receiver.answerWith(status(500));
  const { stop } = await webhooks.replica({ retrySeconds: [0.2, 0.2, 0.2, 0.2, 0.2] }).startBackgroundWork();
  feeds.emit(applicationId);
  await receiver.until(1);
  await one.DeleteEndpoint({ applicationId, endpointId });
  // Three retries would come in this time.
  await new Promise((resolve) => setTimeout(resolve, 700));
  expect(receiver.received.length).toBeLessThanOrEqual(2);
  const { rows } = await webhooks.owner.query('select from deliveries where endpoint_id = $1', [endpointId]);
  expect(rows).toEqual([]);
  await stop();
});

describe('ListDeliveries and Redeliver', () => {
  it('go through all deliveries page by page, newest first, and filter by status', async () => {
    const endpointId = await newEndpoint();
    const { stop } = await one.startBackgroundWork();
    const ids: string[] = [];
    for (let number = 0; number < 7; number += 1) {
      ids.push(feeds.emit(applicationId));
      await receiver.until(number + 1);
    }
    await settled(endpointId);
    await stop();
    const seen: string[] = [];
    let before = '';
    do {
      const page = await one.ListDeliveries({ applicationId, endpointId, limit: 3, before });
      seen.push(...(page.deliveries ?? []).map(({ eventId }) => eventId ?? ''));
      before = page.next ?? '';
    } while (before !== '');
    expect(seen).toEqual([...ids].reverse());
    expect(await deliveriesOf(endpointId, { status: 'failed' })).toEqual([]);
    expect(await deliveriesOf(endpointId, { status: 'delivered' })).toHaveLength(7);
  });

  it.each([
    [{ limit: 101 }, '/limit'],
    [{ status: 'lost' }, '/status'],
    [{ before: 'x' }, '/before'],
  ])('refuse %j', async (wrong, path) => {
    const endpointId = await newEndpoint();
    expect(await refusalOf(one.ListDeliveries({ applicationId, endpointId, ...wrong }))).toEqual({
      code: 'request.invalid',
      paths: [path],
    });
  });

  it('refuse an unknown delivery and a disabled endpoint', async () => {
    const endpointId = await newEndpoint();
    const redeliver = (deliveryId: string) =>
      refusalOf(one.Redeliver({ applicationId, endpointId, deliveryId }));
    expect((await redeliver(randomUUID())).code).toBe('webhook.delivery-not-found');
    expect((await redeliver('x')).code).toBe('webhook.delivery-not-found');
    await one.UpdateEndpoint({ applicationId, endpointId, enabled: false });
    expect((await redeliver(randomUUID())).code).toBe('webhook.endpoint-disabled');
  });

  it('try a delivery at once that waits for its next attempt', async () => {
    const endpointId = await newEndpoint();
    receiver.answerWith(status(500));
    const { stop } = await webhooks.replica({ retrySeconds: [600] }).startBackgroundWork();
    feeds.emit(applicationId);
    await until('a failed attempt', async () => (await deliveriesOf(endpointId))[0]?.problem !== undefined);
    await until('a failed attempt', async () => (await deliveriesOf(endpointId))[0]?.problem !== '');
    receiver.answerWith(accept);
    const [waiting] = await deliveriesOf(endpointId);
    await one.Redeliver({ applicationId, endpointId, deliveryId: waiting?.id ?? '' });
    await settled(endpointId);
    expect(await deliveriesOf(endpointId)).toMatchObject([{ status: 'delivered', attempts: 1 }]);
    await stop();
  });
});
