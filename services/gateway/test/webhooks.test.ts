import { AppError } from '@wallet-service/errors';
import { expectProblem } from './expect-problem.js';
import { gatewayUnderTest, secretKey, type GatewayUnderTest } from './gateway-under-test.js';

const headers = { 'x-service-secret-key': secretKey, 'content-type': 'application/json' };
const endpoint = {
  id: 'endpoint-1',
  url: 'https://hooks.example',
  description: '',
  event_types: [],
  enabled: true,
  disabled_reason: null,
  time_created: 1,
  time_updated: 2,
};
const delivery = {
  id: 'delivery-1',
  event_id: 'evt_1',
  event_type: 'wallet.created',
  status: 'failed',
  attempts: 8,
  attempts_made: [
    { time: 8, duration_ms: 5, response_status: null, problem: 'no answer' },
    { time: 1, duration_ms: 90, response_status: 503, problem: 'answers with status 503' },
  ],
  time_created: 1,
  time_next_attempt: null,
  time_completed: 9,
  response_status: null,
  problem: 'no answer',
  payload: { type: 'wallet.created' },
};

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});
beforeEach(() => {
  gateway.asked.length = 0;
});

const send = (method: string, url: string, payload?: unknown) =>
  gateway.send({ method, url, headers, payload });
const lastAsked = () => gateway.asked.at(-1);

describe('/v1/webhook', () => {
  it('POST registers an endpoint and shows its secret', async () => {
    const answer = await send('POST', '/v1/webhook', { url: endpoint.url, event_types: ['wallet.created'] });
    expect([answer.status, answer.json()]).toEqual([
      201,
      { ...endpoint, event_types: ['wallet.created'], secret: 'whsec_1' },
    ]);
    expect(lastAsked()).toEqual({
      service: 'webhooks',
      method: 'CreateEndpoint',
      request: {
        applicationId: 'application-1',
        url: endpoint.url,
        description: '',
        eventTypes: ['wallet.created'],
      },
    });
  });

  it('GET lists, GET one, PATCH, DELETE', async () => {
    expect((await send('GET', '/v1/webhook')).json()).toEqual({ data: [endpoint] });
    expect((await send('GET', '/v1/webhook/endpoint-1')).json()).toEqual(endpoint);
    expect((await send('PATCH', '/v1/webhook/endpoint-1', { enabled: false })).json()).toEqual(endpoint);
    expect(lastAsked()?.request).toMatchObject({
      endpointId: 'endpoint-1',
      enabled: false,
      eventTypes: null,
    });
    const deleted = await send('DELETE', '/v1/webhook/endpoint-1');
    expect([deleted.status, deleted.body]).toEqual([204, '']);
  });

  it.each([
    [undefined, {}],
    [{}, {}],
    [{ overlap_seconds: 0 }, { overlapSeconds: 0 }],
  ])('POST rotate_secret with %j', async (payload, expected) => {
    const answer = await send('POST', '/v1/webhook/endpoint-1/rotate_secret', payload);
    expect([answer.status, answer.json()]).toEqual([
      200,
      { secret: 'whsec_2', previous_expires_at: 1_790_003_600 },
    ]);
    expect(lastAsked()?.request).toEqual({
      applicationId: 'application-1',
      endpointId: 'endpoint-1',
      ...expected,
    });
  });

  it('GET delivery pages through the deliveries', async () => {
    const answer = await send('GET', '/v1/webhook/endpoint-1/delivery?status=failed&before=d9&limit=1');
    expect(answer.json()).toEqual({ data: [delivery], next: 'delivery-1' });
    expect(lastAsked()?.request).toMatchObject({ status: 'failed', before: 'd9', limit: 1 });
  });

  it('POST redeliver sends it once more', async () => {
    const answer = await send('POST', '/v1/webhook/endpoint-1/delivery/delivery-1/redeliver');
    expect(answer.json()).toEqual({
      ...delivery,
      status: 'pending',
      time_next_attempt: 10,
      time_completed: null,
    });
    expect(lastAsked()?.request).toMatchObject({ endpointId: 'endpoint-1', deliveryId: 'delivery-1' });
  });

  it('POST test sends a test event', async () => {
    const answer = await send('POST', '/v1/webhook/endpoint-1/test');
    expect([answer.status, answer.json()]).toMatchObject([
      200,
      { event_type: 'webhook.test', status: 'pending', time_next_attempt: 10 },
    ]);
    expect(lastAsked()?.request).toEqual({ applicationId: 'application-1', endpointId: 'endpoint-1' });
  });

  it.each<[string, string, unknown, string]>([
    ['POST', '', {}, '/url'],
    ['POST', '', { url: '' }, '/url'],
    ['POST', '', { url: 'x'.repeat(2049) }, '/url'],
    ['POST', '', { url: endpoint.url, event_types: 'all' }, '/event_types'],
    ['POST', '', { url: endpoint.url, secret: 'mine' }, '/secret'],
    ['PATCH', '/a', {}, ''],
    ['PATCH', '/a', { enabled: 'yes' }, '/enabled'],
    ['POST', '/a/rotate_secret', { overlap_seconds: -1 }, '/overlap_seconds'],
    ['POST', '/a/rotate_secret', { overlap_seconds: 604_801 }, '/overlap_seconds'],
    ['GET', '/a/delivery?status=lost', undefined, 'query status'],
  ])('%s %s %j is refused at %s', async (method, url, payload, path) => {
    const { errors } = expectProblem(
      await send(method, `/v1/webhook${url}`, payload),
      422,
      'request.invalid',
    );
    expect(errors?.map((error) => error.path)).toContain(path);
  });

  it('another application’s endpoint is not found', async () => {
    const other = await gatewayUnderTest({
      answers: {
        GetEndpoint: () => {
          throw new AppError('webhook.endpoint-not-found', 'no');
        },
      },
    });
    const answer = await other.send({ method: 'GET', url: '/v1/webhook/e', headers });
    expectProblem(answer, 404, 'webhook.endpoint-not-found');
  });
});
