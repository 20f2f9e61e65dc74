import { randomUUID } from 'node:crypto';
import { testFeeds } from './feeds.js';
import {
  accept,
  startReceiver,
  status,
  type Received,
  type Receiver,
} from '@wallet-service/test-kit/webhook-receiver';
import { until } from '@wallet-service/test-kit/until';
import { startWebhooks, type Replica, type Webhooks } from './webhooks-replicas.js';

const feeds = testFeeds(7);
let webhooks: Webhooks;
let receiver: Receiver;
let replicas: Replica[];
beforeAll(async () => {
  webhooks = await startWebhooks('webhooks_order', feeds);
  replicas = Array.from({ length: 3 }, () =>
    webhooks.replica({ retrySeconds: Array(20).fill(0) as number[] }),
  );
  for (const replica of replicas) await replica.startBackgroundWork();
});
afterAll(() => webhooks.close());
beforeEach(async () => {
  receiver = await startReceiver();
});
afterEach(() => receiver.close());

const walletOf = ({ event }: Received) => String(event.data['wallet']);

async function pending(endpointId: string): Promise<number> {
  const { rows } = await webhooks.owner.query<{ count: bigint }>(
    "select count(*) from deliveries where endpoint_id = $1 and status = 'pending'",
    [endpointId],
  );
  return Number(rows[0]?.count);
}

/** Emits events of several wallets in turn. The number counts up for each wallet. */
function emitMany(applicationId: string, wallets: number, each: number): void {
  for (let number = 1; number <= each; number += 1) {
    for (let wallet = 1; wallet <= wallets; wallet += 1) {
      feeds.emit(applicationId, {
        orderingKey: `wallet-${wallet}`,
        dataJson: JSON.stringify({ wallet, number }),
      });
    }
  }
}

describe('the order of deliveries', () => {
  it('is kept for each wallet under failures, on several replicas, and nothing is accepted twice or lost', async () => {
    const [one] = replicas;
    const applicationId = randomUUID();
    const { endpoint } = (await one?.CreateEndpoint({ applicationId, url: receiver.url() })) ?? {};
    const accepted: Received[] = [];
    receiver.answerWith((received, response) => {
      if (Math.random() < 0.3) {
        const failures = [status(500), status(302), () => response.destroy()];
        failures[Math.floor(Math.random() * failures.length)]?.(received, response);
        return;
      }
      accepted.push(received);
      accept(received, response);
    });
    emitMany(applicationId, 6, 20);
    await until(
      'all deliveries',
      async () => accepted.length >= 120 && (await pending(endpoint?.id ?? '')) === 0,
    );
    for (let wallet = 1; wallet <= 6; wallet += 1) {
      const numbers = accepted
        .filter((one) => walletOf(one) === String(wallet))
        .map(({ event }) => event.data['number']);
      expect([wallet, numbers]).toEqual([wallet, Array.from({ length: 20 }, (_, index) => index + 1)]);
    }
    expect(new Set(accepted.map(({ id }) => id)).size).toBe(120);
  });

  it('is kept by waiting: no later event of a wallet is tried before the failed one was delivered', async () => {
    const applicationId = randomUUID();
    await replicas[0]?.CreateEndpoint({ applicationId, url: receiver.url() });
    receiver.answerWith((received, response) => {
      if (walletOf(received) === '1') setTimeout(status(500), 100, received, response);
      else accept(received, response);
    });
    emitMany(applicationId, 2, 3);
    await until('the deliveries of the other wallet', () =>
      Promise.resolve(receiver.received.filter((one) => walletOf(one) === '2').length === 3),
    );
    const stuck = receiver.received.filter((one) => walletOf(one) === '1');
    expect(new Set(stuck.map(({ event }) => event.data['number']))).toEqual(new Set([1]));
    receiver.answerWith(accept);
    await until('the deliveries of the wallet', () => {
      const numbers = receiver.received
        .filter((one) => walletOf(one) === '1')
        .map(({ event }) => event.data['number']);
      return Promise.resolve(numbers.slice(-3).join() === '1,2,3');
    });
  });

  it('continues with the next event after one that failed for good', async () => {
    const applicationId = randomUUID();
    const { endpoint } = (await replicas[0]?.CreateEndpoint({ applicationId, url: receiver.url() })) ?? {};
    receiver.answerWith((received, response) => {
      (received.event.data['number'] === 1 ? status(500) : accept)(received, response);
    });
    emitMany(applicationId, 1, 2);
    await until(
      'the end of all deliveries',
      async () => receiver.received.length > 0 && (await pending(endpoint?.id ?? '')) === 0,
    );
    expect(receiver.received.map(({ event }) => event.data['number'])).toEqual([
      ...(Array(21).fill(1) as number[]),
      2,
    ]);
  });
});

describe('an event', () => {
  it('that a feed returns twice is delivered once', async () => {
    const applicationId = randomUUID();
    const { endpoint } = (await replicas[0]?.CreateEndpoint({ applicationId, url: receiver.url() })) ?? {};
    const { rows: cursors } = await webhooks.owner.query<{ source: string; mac: Buffer }>(
      'select source, mac from cursors where application_id = $1 and position = 0',
      [applicationId],
    );
    const id = feeds.emit(applicationId);
    await receiver.until(1);
    feeds.emit(applicationId, { id });
    // As after the database that holds the cursors lost its newest writes.
    for (const { source, mac } of cursors)
      await webhooks.pastTriggers(
        'cursors',
        'update cursors set position = 0, mac = $3 where application_id = $1 and source = $2',
        [applicationId, source, mac],
      );
    const last = feeds.emit(applicationId);
    await until('the last event', () => Promise.resolve(receiver.received.at(-1)?.id === last));
    await until('the end of all deliveries', async () => (await pending(endpoint?.id ?? '')) === 0);
    expect(receiver.received.map((received) => received.id)).toEqual([id, last]);
  });

  it('is delivered late when its feed fails for a while', async () => {
    const applicationId = randomUUID();
    await replicas[0]?.CreateEndpoint({ applicationId, url: receiver.url() });
    feeds.fail(true);
    const id = feeds.emit(applicationId);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(receiver.received).toEqual([]);
    feeds.fail(false);
    await receiver.until(1);
    expect(receiver.received[0]?.id).toBe(id);
  });
});

it('reaches other endpoints while one does not answer', async () => {
  const patient = await startWebhooks('webhooks_patient', feeds);
  const all = Array.from({ length: 3 }, () => patient.replica({ retrySeconds: [], timeoutMs: 600_000 }));
  const [one] = all;
  try {
    for (const replica of all) await replica.startBackgroundWork();
    const [slowApplication, applicationId] = [randomUUID(), randomUUID()];
    await one?.CreateEndpoint({ applicationId: slowApplication, url: receiver.url('/slow') });
    await one?.CreateEndpoint({ applicationId, url: receiver.url('/quick') });
    receiver.answerWith((received, response) => {
      if (received.path !== '/slow') accept(received, response);
    });
    emitMany(slowApplication, 60, 1);
    await until('three deliveries', () => receiver.received.length >= 3);
    feeds.emit(applicationId);
    await until('the quick delivery', () => receiver.received.some(({ path }) => path === '/quick'));
  } finally {
    await receiver.close();
    await patient.close();
    receiver = await startReceiver();
  }
});
