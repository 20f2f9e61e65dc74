import { randomUUID } from 'node:crypto';
import { refusalOf } from '@wallet-service/test-kit/refusal-of';
import { until } from '@wallet-service/test-kit/until';
import { startReceiver, status, type Receiver } from '@wallet-service/test-kit/webhook-receiver';
import { testFeeds } from './feeds.js';
import { startWebhooks, type Replica, type Webhooks } from './webhooks-replicas.js';

// Somebody has the service's role in the database, and writes while the service is in the middle of a change.

const feeds = testFeeds();
let webhooks: Webhooks;
let receiver: Receiver;
let thief: Receiver;
let one: Replica;
let applicationId: string;
beforeAll(async () => {
  webhooks = await startWebhooks('webhooks_written_meanwhile', feeds);
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

describe('an endpoint that somebody writes while the service changes endpoints', () => {
  type Change = (endpointId: string, otherId: string) => Promise<unknown>;
  it.each<[string, Change]>([
    ['has its secret rotated', (endpointId) => one.RotateSecret({ applicationId, endpointId })],
    [
      'sees another changed',
      (_, id) => one.UpdateEndpoint({ applicationId, endpointId: id, description: 'a' }),
    ],
    [
      'sees another disabled',
      (_, id) => one.UpdateEndpoint({ applicationId, endpointId: id, enabled: false }),
    ],
    ['gets another one added', () => one.CreateEndpoint({ applicationId, url: receiver.url() })],
    ['sees another deleted', (_, endpointId) => one.DeleteEndpoint({ applicationId, endpointId })],
    [
      'sees another disabled for good',
      async () => {
        receiver.answerWith(status(410));
        feeds.emit(applicationId);
        await receiver.until(1);
      },
    ],
  ])('%s: the MAC does not cover what they wrote', async (_, change) => {
    // The thief's address is unreachable before the attack.
    const endpointId = await newEndpoint({ eventTypes: ['policy.changed'] });
    const otherId = await newEndpoint();
    const { rows: before } = await write('select generation from endpoint_sets where application_id = $1');
    const hostile = await webhooks.servicePool.connect();
    await hostile.query('begin');
    await hostile.query(`select set_config('app.application_id', $1, true)`, [applicationId]);
    const stolen = 'update endpoints set url = $2 where endpoint_id = $1';
    expect((await hostile.query(stolen, [endpointId, thief.url()])).rowCount).toBe(1);
    // Reads continue, and writes wait.
    await hostile.query('lock table endpoints in share mode');
    const changing = change(endpointId, otherId);
    await until('the service to wait', async () => {
      const { rowCount } = await write(
        `select from pg_locks where relation = 'endpoints'::regclass and not granted`,
        [],
      );
      return rowCount !== 0;
    });
    await hostile.query('commit');
    hostile.release();
    await changing;
    await until('the change', async () => {
      const { rows: after } = await write('select generation from endpoint_sets where application_id = $1');
      return (
        (after[0] as { generation: bigint }).generation > (before[0] as { generation: bigint }).generation
      );
    });
    const { code } = await refusalOf(one.GetEndpoint({ applicationId, endpointId }));
    expect(code).toBe('webhook.record-mismatch');
    feeds.emit(applicationId, { type: 'policy.changed', source: 'policy', orderingKey: 'policies' });
    await until('the incident', () =>
      Promise.resolve(one.refused.some((found) => JSON.stringify(found).includes('"row":"endpoints"'))),
    );
    expect(thief.received).toEqual([]);
  });
});
