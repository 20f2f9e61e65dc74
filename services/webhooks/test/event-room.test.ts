import { randomUUID } from 'node:crypto';
import { testFeeds } from './feeds.js';
import { startReceiver, status, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { until } from '@wallet-service/test-kit/until';
import { startWebhooks, type Replica, type Webhooks } from './webhooks-replicas.js';

const feeds = testFeeds();
let webhooks: Webhooks;
let receiver: Receiver;
let one: Replica;
let applicationId: string;
beforeAll(async () => {
  webhooks = await startWebhooks('webhooks_event_room', feeds);
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

/** 100 events of 700 KB each, one after the other: more than the bound. */
async function fill(endpointId: string, statusOfDeliveries: 'delivered' | 'pending'): Promise<void> {
  await webhooks.owner.query(
    `insert into events (application_id, event_id, type, ordering_key, payload, time_recorded, bytes, written_to)
     select $1, 'evt_old' || n, 'signature.created', 'old', '{}', now(), 700000, n * 700000
       from generate_series(1, 100) n`,
    [applicationId],
  );
  await webhooks.owner.query(
    `insert into deliveries (delivery_id, application_id, endpoint_id, event_id, ordering_key, status, attempts,
      under_way, time_due,
       time_created, time_completed)
     select gen_random_uuid(), $1, $2, 'evt_old' || n, 'old', $3, 1, false, now() + interval '1 day', now(),
       case when $3 = 'pending' then null else now() end from generate_series(1, 100) n`,
    [applicationId, endpointId, statusOfDeliveries],
  );
}
const stored = async () => {
  const { rows } = await webhooks.owner.query<{ event_id: string; bytes: number }>(
    'select event_id, bytes from events where application_id = $1 order by written_to',
    [applicationId],
  );
  return rows;
};

it('removes the oldest completed events when there are more than 64 MiB, and delivers new ones', async () => {
  const endpointId = await newEndpoint();
  await fill(endpointId, 'delivered');
  await webhooks.owner.query(
    `update deliveries set status = 'pending', time_completed = null where application_id = $1
      and event_id in ('evt_old1', 'evt_old50')`,
    [applicationId],
  );
  const { stop } = await one.startBackgroundWork();
  const id = feeds.emit(applicationId);
  await receiver.until(1);
  await stop();
  const left = await stored();
  expect(left.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(60 * 1024 * 1024);
  // The newest events, and whatever is pending.
  const ids = left.map(({ event_id }) => event_id);
  expect(ids).toEqual([
    'evt_old1',
    ...ids.slice(1, -1).map((_, index) => `evt_old${100 - ids.length + 3 + index}`),
    id,
  ]);
  expect(ids.length).toBeGreaterThan(80);
});

it('keeps pending events, and leaves what does not fit in the feed, of that application only', async () => {
  const endpointId = await newEndpoint();
  await fill(endpointId, 'pending');
  const full = applicationId;
  const { stop } = await one.startBackgroundWork();
  const ids = Array.from({ length: 3 }, () => feeds.emit(full));
  const held = async () => {
    const { rowCount } = await webhooks.owner.query(
      `select from cursors where application_id = $1 and source = 'wallet' and position = 0
        and time_due > now() + interval '3 seconds'`,
      [full],
    );
    return rowCount === 1;
  };
  await until('the events of the feed', held);
  const refused = await refusalOf(one.SendTestEvent({ applicationId, endpointId }));
  expect(refused.code).toBe('service.overloaded');
  applicationId = randomUUID();
  await newEndpoint();
  const told = feeds.emit(applicationId);
  await receiver.until(1);
  expect(receiver.received.map(({ id }) => id)).toEqual([told]);
  applicationId = full;
  expect(await stored()).toHaveLength(100);
  // Once some are completed, the feed continues with every event and in order.
  await webhooks.owner.query(
    `update deliveries set status = 'failed', time_completed = now() where application_id = $1`,
    [full],
  );
  await receiver.until(4);
  expect(receiver.received.slice(1).map(({ id }) => id)).toEqual(ids);
  await stop();
});

it('counts an event with its deliveries, whatever the endpoints answer', async () => {
  await newEndpoint();
  await newEndpoint();
  receiver.answerWith(status(500));
  const { stop } = await one.startBackgroundWork();
  feeds.emit(applicationId, { dataJson: JSON.stringify({ text: 'ü'.repeat(1000) }) });
  await receiver.until(2);
  await stop();
  const [event] = await stored();
  expect(event?.bytes).toBeGreaterThan(512 + 2 * 512 + 2000);
  expect(event?.bytes).toBeLessThan(512 + 2 * 512 + 2200);
});
