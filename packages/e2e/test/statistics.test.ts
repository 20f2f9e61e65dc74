import type { TestStack } from '@wallet-service/local-stack';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import { until } from '@wallet-service/test-kit/until';
import { demoCustomer, freshToken, type Customer } from './http/customer.js';
import { ownStack } from './stacks.js';

// What an application is told about its requests, by two gateways that share their counts in Redis.

type Requests = Readonly<Record<string, number>> & {
  readonly latency_ms: { readonly p50: number; readonly p95: number; readonly p99: number } | null;
};
type Statistics = {
  readonly step_seconds: number;
  readonly data: readonly {
    readonly time: number;
    readonly signatures: Requests;
    readonly others: Requests;
  }[];
};

const { TEST_REDIS_URL, CI } = process.env;
const inBoth = TEST_REDIS_URL === undefined ? it.skip : it;

let stack: TestStack;
let customer: Customer;
beforeAll(async () => {
  stack = await ownStack({
    ...{ GATEWAY_REPLICAS: '2', WALLET_REPLICAS: '1', SIGNER_REPLICAS: '1' },
    // A database of its own, because gateways of other tests are on that server, too.
    ...(TEST_REDIS_URL !== undefined && { REDIS_URL: `${TEST_REDIS_URL}/7` }),
  });
  customer = demoCustomer(stack.stack);
});
afterAll(() => stack.stop());

it('has Redis where the run requires it', () => {
  if (CI) expect(TEST_REDIS_URL).toBeDefined();
});

/** Of the last hours: an hour may end within the test. */
async function counted(group: 'signatures' | 'others', name: string): Promise<number> {
  const { data } = await customer.succeed<Statistics>('GET', '/v1/application/statistics');
  return data.reduce((sum, step) => sum + Number(step[group][name]), 0);
}

const hello = { message_base64: Buffer.from('hello').toString('base64') };

inBoth('counts signatures, denials and other answers, and their time, of all gateways', async () => {
  const token = await freshToken(customer, 'counted');
  await customer.express.wallet(token, 'ETH');
  const [one, other] = stack.gatewayUrls.map((url) => createExpressClient(stack.stack, url));
  for (const client of [one, other, one, other, other, other])
    expect((await client?.post('/v2/wallet/sign/message', token, 'ETH', hello))?.status).toBe(200);
  await customer.succeed('PATCH', '/v1/application', {
    policy_evaluation_enabled: true,
    default_action: 'deny',
  });
  for (const client of [one, other, one, other])
    expect((await client?.post('/v2/wallet/sign/message', token, 'ETH', hello))?.status).toBe(403);
  const refused = await customer.express.post('/v2/wallet/sign/message', token, 'ETH', { nothing: 1 });
  expect(refused.status).toBe(422);
  expect((await customer.manage('GET', '/v1/policy/nobody-has-it')).status).toBe(404);
  await until('all counts', async () => (await counted('signatures', 'succeeded')) >= 6, 30_000);
  await until('all denials', async () => (await counted('signatures', 'denied')) >= 4, 30_000);
  expect(await counted('signatures', 'succeeded')).toBe(6);
  expect(await counted('signatures', 'denied')).toBe(4);
  expect(await counted('signatures', 'failed')).toBe(0);
  await until('the refusal', async () => (await counted('signatures', 'refused')) === 1, 30_000);
  await until('what was not found', async () => (await counted('others', 'refused')) === 1, 30_000);
  const { data } = await customer.succeed<Statistics>('GET', '/v1/application/statistics');
  const latency = data.findLast(({ signatures }) => signatures.latency_ms !== null)?.signatures.latency_ms;
  expect(latency?.p50).toBeGreaterThan(0);
  expect(latency?.p99).toBeGreaterThanOrEqual(latency?.p50 ?? Infinity);
});

it('does not count requests whose credentials it refuses', async () => {
  const before = await counted('signatures', 'refused');
  const answer = await customer.express.post('/v2/wallet/sign/message', 'no.token.here', 'ETH', hello);
  expect(answer.status).toBe(401);
  // Twice as long as gateways wait before they share.
  await until('two rounds', async () => (await counted('others', 'succeeded')) > 2, 30_000);
  expect(await counted('signatures', 'refused')).toBe(before);
});

it('has steps of an hour, six hours and a day, from the step of `since` on', async () => {
  const now = Math.floor(Date.now() / 1_000);
  for (const step of [3_600, 21_600, 86_400]) {
    const path = `/v1/application/statistics?since=${now - 100_000}&step=${step}`;
    const { step_seconds: told, data } = await customer.succeed<Statistics>('GET', path);
    expect(told).toBe(step);
    expect(data[0]?.time).toBe(Math.floor((now - 100_000) / step) * step);
    expect(data.map(({ time }) => time)).toEqual(data.map((_, at) => (data[0]?.time ?? 0) + at * step));
  }
});

it('leaves out what is older than eight days, and says which steps there are', async () => {
  const { data } = await customer.succeed<Statistics>('GET', '/v1/application/statistics?since=1&step=86400');
  expect(data).toHaveLength(9);
  const odd = await customer.manage('GET', '/v1/application/statistics?step=60');
  expect(odd).toMatchObject({ status: 422, body: { code: 'request.invalid' } });
  expect(JSON.stringify(odd.body)).toContain('21600');
});
