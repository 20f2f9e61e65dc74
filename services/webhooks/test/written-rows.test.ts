import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { testFeeds } from './feeds.js';
import { startReceiver, status, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { until } from '@wallet-service/test-kit/until';
import { startWebhooks, type Replica, type Webhooks } from './webhooks-replicas.js';

// Somebody can write every table of this service, and has none of its keys. Nothing of theirs is sent.

const feeds = testFeeds();
let webhooks: Webhooks;
let receiver: Receiver;
let thief: Receiver;
let one: Replica;
let applicationId: string;
beforeAll(async () => {
  webhooks = await startWebhooks('webhooks_written_rows', feeds);
  one = webhooks.replica({ retrySeconds: [1, 1, 1] });
  await one.startBackgroundWork();
});
afterAll(() => webhooks.close());
beforeEach(async () => {
  [receiver, thief] = await Promise.all([startReceiver(), startReceiver()]);
  applicationId = randomUUID();
  one.refused.length = 0;
});
afterEach(() => Promise.all([receiver.close(), thief.close()]));

const write = (text: string, values: unknown[] = [applicationId]) => webhooks.owner.query(text, values);
const newEndpoint = async (changes: object = {}): Promise<string> =>
  (await one.CreateEndpoint({ applicationId, url: receiver.url(), ...changes })).endpoint?.id ?? '';
const refused = (row: string, attack?: () => Promise<unknown>, id = applicationId) =>
  until('the refusal of the row', async () => {
    await attack?.();
    return one.refused.some((found) =>
      JSON.stringify(found).includes(`"row":"${row}","applicationId":"${id}"`),
    );
  });
const incident = async (row: string) => {
  await refused(row);
  expect(thief.received).toEqual([]);
};
/** Delivers an event, so that a delivery and an event are stored. */
const deliverOne = async () => {
  const id = feeds.emit(applicationId);
  await receiver.until(1);
  await until('the delivery', async () => {
    const { rowCount } = await write(
      `select from deliveries where application_id = $1 and event_id = $2 and status = 'delivered'`,
      [applicationId, id],
    );
    return rowCount === 1;
  });
  return id;
};

describe('an endpoint that somebody else wrote', () => {
  it.each<[string, (endpointId: string) => Promise<unknown>]>([
    [
      'has another URL',
      (id) => write('update endpoints set url = $2 where endpoint_id = $1', [id, thief.url()]),
    ],
    [
      'gets more event types',
      (id) => write(`update endpoints set event_types = '{wallet.created}' where endpoint_id = $1`, [id]),
    ],
    [
      'has an earlier start',
      (id) => write('update endpoints set start_wallet = start_wallet - 1 where endpoint_id = $1', [id]),
    ],
    [
      'has its previous secret again',
      async (id) => {
        await one.RotateSecret({ applicationId, endpointId: id, overlapSeconds: 60 });
        await write(
          `update endpoints set sealed_secret = sealed_previous_secret, sealed_previous_secret = null,
            time_previous_expires = null
           where endpoint_id = $1`,
          [id],
        );
      },
    ],
    [
      'keeps an old secret for longer',
      async (id) => {
        await one.RotateSecret({ applicationId, endpointId: id, overlapSeconds: 60 });
        await write(
          `update endpoints set time_previous_expires = now() + interval '9 years' where endpoint_id = $1`,
          [id],
        );
      },
    ],
    [
      'is a copy next to the original',
      (id) =>
        write(
          `insert into endpoints select (jsonb_populate_record(e, jsonb_build_object('endpoint_id', $2::uuid,
            'url', $3::text))).*
           from endpoints e where endpoint_id = $1`,
          [id, randomUUID(), thief.url()],
        ),
    ],
    [
      'is a row with the MAC of another application',
      (id) =>
        write(
          `with other as (select mac from endpoint_sets where application_id <> $1 limit 1), changed as (
             update endpoints set url = $3 where endpoint_id = $2)
           update endpoint_sets s set mac = other.mac from other where application_id = $1`,
          [applicationId, id, thief.url()],
        ),
    ],
    [
      'has no MAC any more',
      async (id) => {
        await write('update endpoints set url = $2 where endpoint_id = $1', [id, thief.url()]);
        await write('delete from endpoint_sets where application_id = $1');
      },
    ],
  ])('%s: nothing is sent, an alarm is raised, and nobody may change it', async (_, attack) => {
    const endpointId = await newEndpoint();
    await attack(endpointId);
    feeds.emit(applicationId, { type: 'wallet.created' });
    await incident('endpoints');
    await sleep(300);
    expect([receiver.received, thief.received]).toEqual([[], []]);
    const { code } = await refusalOf(one.RotateSecret({ applicationId, endpointId }));
    expect(code).toBe('webhook.record-mismatch');
  });

  it('is one of another application, moved here with everything stored about it', async () => {
    const endpointId = await newEndpoint();
    const other = randomUUID();
    await one.CreateEndpoint({ applicationId: other, url: thief.url() });
    await write('update endpoints set application_id = $1 where application_id = $2', [applicationId, other]);
    feeds.emit(applicationId);
    await incident('endpoints');
    expect(endpointId).not.toBe('');
  });

  it('was disabled, and is enabled again', async () => {
    const endpointId = await newEndpoint({ url: thief.url() });
    await one.UpdateEndpoint({ applicationId, endpointId, enabled: false });
    await write('update endpoints set disabled_reason = null where endpoint_id = $1', [endpointId]);
    feeds.emit(applicationId);
    await incident('endpoints');
  });

  it('is restored to an earlier state, with the MAC of that time', async () => {
    const endpointId = await newEndpoint({ url: thief.url() });
    const { rows: old } = await write('select generation, mac from endpoint_sets where application_id = $1');
    const { rows: row } = await write('select * from endpoints where application_id = $1');
    await one.UpdateEndpoint({
      applicationId,
      endpointId,
      url: receiver.url(),
    });
    await deliverOne();
    const { url, time_updated } = row[0] as { url: string; time_updated: Date };
    const set = old[0] as { generation: bigint; mac: Buffer };
    await write('update endpoints set url = $2, time_updated = $3 where endpoint_id = $1', [
      endpointId,
      url,
      time_updated,
    ]);
    const putBack = 'update endpoint_sets set generation = $2, mac = $3 where application_id = $1';
    const values = [applicationId, set.generation, set.mac];
    await expect(write(putBack, values)).rejects.toThrow('never falls');
    await webhooks.pastTriggers('endpoint_sets', putBack, values);
    feeds.emit(applicationId);
    await incident('endpoints');
  });

  it('does not stop deliveries of other applications', async () => {
    const endpointId = await newEndpoint();
    await write('update endpoints set url = $2 where endpoint_id = $1', [endpointId, thief.url()]);
    const broken = applicationId;
    applicationId = randomUUID();
    await newEndpoint();
    feeds.emit(broken);
    await deliverOne();
    await refused('endpoints', undefined, broken);
  });
});

describe('an event that somebody else wrote', () => {
  const insertEvent = async (endpointId: string, from: string): Promise<void> => {
    await write(
      `insert into events (application_id, event_id, type, ordering_key, payload, time_recorded, mac)
       select application_id, 'evt_forged', type, ordering_key, '{"type":"wallet.created","data":{}}', now(), mac
       from events where application_id = $1 and event_id = $2`,
      [applicationId, from],
    );
    await write(
      `insert into deliveries (delivery_id, application_id, endpoint_id, event_id, ordering_key, status,
        attempts, under_way, time_due, time_created)
       values ($2, $1, $3, 'evt_forged', 'wallet-1', 'pending', 0, false, now() - interval '10 s', now())`,
      [applicationId, randomUUID(), endpointId],
    );
  };

  it('is not sent', async () => {
    const endpointId = await newEndpoint();
    await insertEvent(endpointId, await deliverOne());
    await refused('event');
    await sleep(300);
    expect(receiver.received).toHaveLength(1);
  });

  it('is not sent when a genuine waiting one was edited, and the next one is sent', async () => {
    const endpointId = await newEndpoint();
    receiver.answerWith(status(500));
    const first = feeds.emit(applicationId);
    await receiver.until(1);
    await write(
      `update events set payload = '{"type":"forged"}' where application_id = $1 and event_id = $2`,
      [applicationId, first],
    );
    receiver.answerWith(status(204));
    const second = feeds.emit(applicationId);
    await until('the last event', () => Promise.resolve(receiver.received.at(-1)?.id === second));
    expect(receiver.received.some(({ body }) => body.includes('forged'))).toBe(false);
    await refused('event');
    const { deliveries = [] } = await one.ListDeliveries({ applicationId, endpointId });
    const failed = deliveries.find(({ eventId }) => eventId === first);
    expect(failed).toMatchObject({ status: 'failed', payloadJson: '' });
    const again = { applicationId, endpointId, deliveryId: failed?.id ?? '' };
    expect((await refusalOf(one.Redeliver(again))).code).toBe('webhook.record-mismatch');
  });
});

describe('a delivery that somebody else wrote', () => {
  it.each<[string, string]>([
    [
      'is a genuine one that was made pending again',
      `update deliveries set status = 'pending', attempts = 0, time_due = now() - interval '10 s', time_completed = null
       where application_id = $1`,
    ],
    [
      'is a new one for a genuine event',
      `with old as (delete from deliveries where application_id = $1 returning *)
       insert into deliveries (delivery_id, application_id, endpoint_id, event_id, ordering_key, status,
         attempts, under_way, time_due, time_created)
       select gen_random_uuid(), application_id, endpoint_id, event_id, ordering_key, 'pending', 0, false,
         now() - interval '10 s', now() from old`,
    ],
  ])('%s: it is not sent', async (_, attack) => {
    await newEndpoint();
    await deliverOne();
    await write(attack);
    await refused('delivery');
    await sleep(200);
    expect(receiver.received).toHaveLength(1);
  });
});

describe('a cursor that somebody else wrote', () => {
  it.each([
    ['forward, which skips events', 'position = position + 1'],
    ['backward', 'position = position - 1'],
    ['without its MAC', 'mac = null, position = position + 1'],
  ])('moves %s: the feed is not read, and an alarm is raised', async (_, attack) => {
    await newEndpoint();
    await deliverOne();
    // Due at once: a feed that is being read now would stay claimed for seconds.
    const text = `update cursors set ${attack}, time_next_poll = now() where application_id = $1`;
    await webhooks.pastTriggers('cursors', text, [applicationId]);
    feeds.emit(applicationId);
    await refused('cursor');
    expect(receiver.received).toHaveLength(1);
  });

  it('is deleted: no new one takes its place', async () => {
    await newEndpoint();
    await deliverOne();
    await write(`delete from cursors where application_id = $1 and source = 'wallet'`);
    const { code } = await refusalOf(one.CreateEndpoint({ applicationId, url: receiver.url() }));
    expect(code).toBe('webhook.record-mismatch');
    await refused('cursor');
  });
});

describe('rows that were written before rows had MACs', () => {
  it('are adopted while the operator allows it, and not later', async () => {
    await newEndpoint();
    const id = await deliverOne();
    await write('delete from endpoint_sets where application_id = $1');
    await write('update events set mac = null where application_id = $1');
    // Repeated until it is refused, because a concurrent reader of the feed writes the MAC of the same position.
    await refused('cursor', () =>
      write('update cursors set mac = null, time_next_poll = now() where application_id = $1'),
    );
    const upgraded = webhooks.replica({ adoptRowsUntilMs: Date.now() + 60_000 });
    const { stop } = await upgraded.startBackgroundWork();
    await until('the cursors', async () => {
      const { rowCount } = await write(
        `select from cursors c join endpoint_sets s using (application_id) where application_id = $1
          and c.mac is not null`,
      );
      return rowCount === 3;
    });
    await stop();
    const next = feeds.emit(applicationId);
    await until('the last event', () => Promise.resolve(receiver.received.at(-1)?.id === next));
    expect(receiver.received.map((received) => received.id)).toEqual([id, next]);
  });
});
