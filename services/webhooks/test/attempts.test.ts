import { randomUUID } from 'node:crypto';
import { until } from '@wallet-service/test-kit/until';
import { accept, startReceiver, status, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { mostAttemptsKept } from '../src/deliveries/attempt-store.js';
import { testFeeds } from './feeds.js';
import { startWebhooks, type Replica, type Webhooks } from './webhooks-replicas.js';

const feeds = testFeeds();
let webhooks: Webhooks;
let receiver: Receiver;
let one: Replica;
let applicationId: string;
let endpointId: string;
beforeAll(async () => {
  webhooks = await startWebhooks('webhooks_attempts', feeds);
  one = webhooks.replica();
  await one.startBackgroundWork();
});
afterAll(() => webhooks.close());
beforeEach(async () => {
  receiver = await startReceiver();
  applicationId = randomUUID();
  endpointId = (await one.CreateEndpoint({ applicationId, url: receiver.url() })).endpoint?.id ?? '';
});
afterEach(() => receiver.close());

const deliveries = async () => (await one.ListDeliveries({ applicationId, endpointId })).deliveries ?? [];
/** The only delivery, when it has ended. */
const ended = () =>
  until('the end of the delivery', async () => {
    const [found] = await deliveries();
    return found && found.status !== 'pending' ? found : undefined;
  });
const sendAgain = async () =>
  one.Redeliver({ applicationId, endpointId, deliveryId: (await ended()).id ?? '' });
/** The receiver answers with these, one after the other, and then accepts. */
const answerWith = (statuses: number[]) => {
  receiver.answerWith((received, response) => {
    const next = statuses.shift();
    (next === undefined ? accept : status(next))(received, response);
  });
};
const answers = (attempts: readonly { responseStatus?: number }[] = []) =>
  attempts.map(({ responseStatus }) => responseStatus);
const stored = async (): Promise<number> =>
  (await webhooks.owner.query('select from delivery_attempts where application_id = $1', [applicationId]))
    .rowCount ?? 0;

it('are shown with their answers, newest first', async () => {
  const since = Math.floor(Date.now() / 1000) - 1;
  answerWith([500, 404]);
  feeds.emit(applicationId);
  const { attempts, attemptsMade = [] } = await ended();
  expect(attempts).toBe(3);
  expect(attemptsMade).toMatchObject([
    { responseStatus: 204, problem: '' },
    { responseStatus: 404, problem: 'answers with status 404' },
    { responseStatus: 500, problem: 'answers with status 500' },
  ]);
  for (const { time = 0, durationMs = -1 } of attemptsMade) {
    expect(Number(time)).toBeGreaterThanOrEqual(since);
    expect(Number(time)).toBeLessThanOrEqual(Date.now() / 1000 + 1);
    expect(durationMs).toBeGreaterThanOrEqual(0);
    expect(durationMs).toBeLessThan(5_000);
  }
});

it('tell how long a receiver did not answer', async () => {
  receiver.answerWith(() => undefined);
  feeds.emit(applicationId);
  const { attemptsMade = [] } = await ended();
  expect(attemptsMade).toHaveLength(4);
  for (const { durationMs, responseStatus, problem } of attemptsMade) {
    expect([responseStatus, problem]).toEqual([0, 'did not answer within 500 ms']);
    expect(durationMs).toBeGreaterThanOrEqual(490);
  }
});

it('stay when the delivery is sent again', async () => {
  answerWith([500, 501, 502, 503]);
  feeds.emit(applicationId);
  expect(await ended()).toMatchObject({ status: 'failed', attempts: 4 });
  answerWith([505]);
  const again = await sendAgain();
  expect([again.status, again.attempts, answers(again.attemptsMade)]).toEqual([
    'pending',
    0,
    [503, 502, 501, 500],
  ]);
  const { attempts, attemptsMade } = await ended();
  expect([attempts, answers(attemptsMade)]).toEqual([2, [204, 505, 503, 502, 501, 500]]);
});

it('are kept to a number, the newest of them, and those of other deliveries stay', async () => {
  feeds.emit(applicationId, { orderingKey: 'other' });
  await ended();
  const [other] = await deliveries();
  const sent = Array.from({ length: mostAttemptsKept + 5 }, (_, index) => 500 + index);
  answerWith([...sent]);
  feeds.emit(applicationId);
  const current = () =>
    until('the end', async () => {
      const found = await deliveries();
      const [newest] = found;
      return found.length === 2 && newest?.status !== 'pending' ? newest : undefined;
    });
  while ((await current()).status !== 'delivered')
    await one.Redeliver({ applicationId, endpointId, deliveryId: (await current()).id ?? '' });
  const [newest, oldest] = await deliveries();
  expect(answers(newest?.attemptsMade)).toEqual([...sent, 204].slice(-mostAttemptsKept).toReversed());
  expect(oldest).toEqual(other);
  expect(answers(oldest?.attemptsMade)).toEqual([204]);
  expect(await stored()).toBe(mostAttemptsKept + 1);
});

it('do not have one whose delivery somebody else took over meanwhile', async () => {
  receiver.answerWith((received, response) => {
    const taken = 'update deliveries set attempts = attempts + 1 where application_id = $1';
    void webhooks.owner.query(taken, [applicationId]).then(() => {
      accept(received, response);
    });
  });
  const before = one.results.length;
  feeds.emit(applicationId);
  await until('the result', () => Promise.resolve(one.results.length > before));
  expect(await deliveries()).toMatchObject([{ status: 'pending', attempts: 2, attemptsMade: [] }]);
  await one.DeleteEndpoint({ applicationId, endpointId });
});

it('are gone with their delivery', async () => {
  answerWith([500]);
  feeds.emit(applicationId);
  await ended();
  expect(await stored()).toBe(2);
  await one.DeleteEndpoint({ applicationId, endpointId });
  expect(await stored()).toBe(0);
});

it('are missing where a replica of the previous version made them', async () => {
  answerWith([500]);
  feeds.emit(applicationId);
  await ended();
  // As it ends a delivery, with the service's role.
  const previous = await webhooks.servicePool.connect();
  await previous.query('begin');
  await previous.query(`select set_config('app.application_id', $1, true)`, [applicationId]);
  const sql = `update deliveries set status = 'failed', under_way = false, response_status = 503, problem = 'old',
    attempts = 1, time_completed = now(), mac = null where application_id = $1`;
  expect((await previous.query(sql, [applicationId])).rowCount).toBe(1);
  await previous.query('commit');
  previous.release();
  const found = await ended();
  expect([found.responseStatus, answers(found.attemptsMade)]).toEqual([503, [204, 500]]);
  await sendAgain();
  expect(answers((await ended()).attemptsMade)).toEqual([204, 204, 500]);
});
