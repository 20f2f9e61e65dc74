import { demoCustomer, freshToken, newCustomer, type Customer } from './http/customer.js';
import { ownStack } from './stacks.js';
import { until } from '@wallet-service/test-kit/until';
import { createExpressClient } from '@wallet-service/local-stack/express-client';
import type { TestStack } from '@wallet-service/local-stack';

// What an application finds of requests that were refused without a decision, on two gateways that share Redis.

type Refusal = Readonly<Record<'trace_id' | 'path' | 'code', string>> & {
  readonly status: number;
  readonly reason: string | null;
  readonly subject: string | null;
};

const { TEST_REDIS_URL, CI } = process.env;
const hello = { message_base64: 'aGVsbG8=' };
const path = '/v2/wallet/sign/message';

let stack: TestStack;
let customer: Customer;
let other: Customer;
beforeAll(async () => {
  stack = await ownStack({
    ...{ WALLET_REPLICAS: '1', SIGNER_REPLICAS: '1' },
    // A database of its own, because gateways of other tests are on that server, too.
    ...(TEST_REDIS_URL !== undefined && { GATEWAY_REPLICAS: '2', REDIS_URL: `${TEST_REDIS_URL}/9` }),
  });
  customer = demoCustomer(stack.stack);
  other = await newCustomer(stack.stack, 'other');
});
afterAll(() => stack.stop());

it('has Redis where the run requires it', () => {
  if (CI) expect(TEST_REDIS_URL).toBeDefined();
});

async function refusalsOf(whose: Customer, query = ''): Promise<readonly Refusal[]> {
  return (await whose.succeed<{ data: readonly Refusal[] }>('GET', `/v1/refusal${query}`)).data;
}

/** The note of a refused answer. It may be in another gateway for ten seconds. */
async function noteOf(whose: Customer, answer: { readonly headers: Headers }): Promise<Refusal | undefined> {
  const trace = answer.headers.get('x-trace-id') ?? '';
  let found: readonly Refusal[] = [];
  await until(
    'the note',
    async () => {
      found = await refusalsOf(whose, `?trace_id=${trace}`);
      return found.length > 0;
    },
    30_000,
  );
  return found[0];
}

it('finds by the trace id of the answer which check refused a token, at any gateway', async () => {
  for (const url of stack.gatewayUrls) {
    const client = createExpressClient(stack.stack, url);
    const [header, claims] = (await freshToken(customer, 'refused')).split('.');
    const answer = await client.post(path, `${header}.${claims}.AAAA`, 'ETH', hello);
    expect(answer.status).toBe(401);
    expect(await noteOf(customer, answer)).toMatchObject({
      ...{ status: 401, code: 'auth.token-invalid', reason: 'token-signature', path, subject: null },
    });
  }
});

it('finds that the provider is none of the application', async () => {
  const stolen = createExpressClient({
    ...stack.stack,
    demo_provider: { ...stack.stack.demo_provider, id: other.provider.id },
  });
  const answer = await stolen.post(path, await freshToken(customer, 'refused'), 'ETH', hello);
  expect(answer).toMatchObject({ status: 401, body: { code: 'auth.provider-invalid' } });
  expect(JSON.stringify(answer.body)).not.toContain(customer.id);
  expect(await noteOf(customer, answer)).toMatchObject({ code: 'auth.provider-invalid' });
});

it('finds which field is not valid, and whose verified token it was', async () => {
  const answer = await customer.express.post(path, await freshToken(customer, 'careless'), 'ETH', {
    message_base64: 1,
  });
  expect(await noteOf(customer, answer)).toMatchObject({
    ...{
      code: 'request.invalid',
      subject: 'careless',
      fields: ['/message_base64'],
    },
  });
});

it('finds on Core what refused a token in a body', async () => {
  const answer = await customer.manage('POST', '/v2/api/wallet/sign_message', {
    ...{
      wallet_id: customer.id,
      access_key: 'A'.repeat(43),
      message_base64: 'aGVsbG8=',
      jwt: 'no.token.here',
    },
  });
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(await noteOf(customer, answer)).toBeDefined();
});

it('shows them to their application alone', async () => {
  expect(await refusalsOf(other)).toEqual([]);
  const answer = await other.express.post(path, 'no.token.here', 'ETH', hello);
  expect(await noteOf(other, answer)).toMatchObject({ reason: 'token-malformed' });
  expect(await refusalsOf(other)).toHaveLength(1);
});
