import { until } from '@wallet-service/test-kit/until';
import { createServerClient } from '@wallet-service/sdk/server';
import { demoCustomer, newCustomer, type Customer } from './http/customer.js';
import { sharedStack, type SharedStack } from './stacks.js';

// A draft is tried on what users really signed: genuine signatures, on a running stack with two policy services.

let stack: SharedStack;
let customer: Customer;

beforeAll(async () => {
  stack = await sharedStack('past-decisions');
  customer = demoCustomer(stack.stack);
  await customer.succeed('PATCH', '/v1/application', { policy_evaluation_enabled: true });
});

const message = (text: string) => ({ message_base64: Buffer.from(text).toString('base64') });
const draft = (value: string) => ({
  ...{ name: 'no secrets', chain: 'ETH', scope: 'GLOBAL' },
  rules: [
    {
      ...{ name: 'says it', method: 'personal_sign', action: 'DENY' },
      conditions: [{ field_source: 'message', field: 'content', operator: 'contains', value }],
    },
  ],
});

type Again = {
  readonly data: readonly {
    readonly decision_id: string;
    readonly was: { readonly outcome: string };
    readonly would_be?: { readonly outcome: string; readonly rule: { readonly rule: string } | null };
    readonly is_changed: boolean;
    readonly not_judged?: string;
  }[];
  readonly next: string | null;
  readonly sums: object;
};
const again = (body: object, of: Customer = customer) =>
  of.succeed<Again>('POST', '/v1/policy/evaluate/decisions', body);

it('says which genuine signatures a draft would have denied, and leaves out what is too large', async () => {
  const token = await customer.express.token('alice');
  await customer.express.wallet(token, 'ETH');
  const texts = ['hello', 'the word is sesame', 'x'.repeat(20_000), 'good bye'];
  for (const text of texts) {
    const { status } = await customer.express.post('/v2/wallet/sign/message', token, 'ETH', message(text));
    expect(status).toBe(200);
  }
  // The other policy service may still be storing one.
  await until('all decisions are stored', async () => (await again({})).data.length === texts.length);
  const { data, next, sums } = await again({ policy: draft('sesame'), limit: 100 });
  expect(
    data.map(({ was, would_be: after, not_judged: because }) => [was.outcome, after?.outcome ?? because]),
  ).toEqual([
    ['allow', 'allow'],
    ['allow', 'too_large'],
    ['allow', 'deny'],
    ['allow', 'allow'],
  ]);
  expect(data[2]).toMatchObject({
    is_changed: true,
    would_be: { reason: 'rule', rule: { policy_id: null, rule: 'says it', rule_index: 0, action: 'DENY' } },
  });
  expect([next, sums]).toEqual([
    null,
    {
      ...{ decisions: 4, changed: 1, with_assumptions: 0 },
      changes: [{ was: 'allow', would_be: 'deny', decisions: 1 }],
      not_judged: [{ because: 'too_large', decisions: 1 }],
    },
  ]);
  const known = await customer.succeed<{ id: string; claims: object }>(
    'GET',
    `/v1/decision/${data[2]?.decision_id}`,
  );
  expect(known.claims).toMatchObject({ iss: customer.provider.issuer });
  for (const name of ['sub', 'aud', 'iat', 'exp']) expect(known.claims).toHaveProperty(name);
  expect(known).toMatchObject({ outcome: 'allow', method: 'personal_sign' });
  // It changes nothing.
  const signed = await customer.express.post('/v2/wallet/sign/message', token, 'ETH', message('sesame'));
  expect(signed.status).toBe(200);
});

it('goes through pages and filters, and by the SDK', async () => {
  const ids: string[] = [];
  for (let before: string | undefined; ;) {
    const page: Again = await again({ limit: 2, ...(before !== undefined && { before }) });
    ids.push(...page.data.map(({ decision_id: id }) => id));
    if (page.next === null) break;
    before = page.next;
  }
  expect(ids.length).toBe(new Set(ids).size);
  expect(ids.length).toBeGreaterThanOrEqual(4);
  expect((await again({ outcome: 'deny' })).data).toEqual([]);
  expect((await again({ until: 1 })).data).toEqual([]);
  const server = createServerClient({ url: stack.expressUrl, secretKey: customer.secretKey() });
  const { sums } = await server.policies.evaluateDecisions({ limit: 1, outcome: 'allow' });
  expect(sums.decisions).toBe(1);
});

it('shows another application nothing of it', async () => {
  const other = await newCustomer(stack.stack, 'other');
  expect((await again({ limit: 100 }, other)).data).toEqual([]);
  const [decision] = (await again({ limit: 1 })).data;
  expect((await again({ limit: 100, before: decision?.decision_id }, other)).data).toEqual([]);
  const { id } = await customer.succeed<{ id: string }>('POST', '/v1/policy', draft('sesame'));
  expect((await other.manage('POST', '/v1/policy/evaluate/decisions', { policy_id: id })).status).toBe(404);
  expect(await other.succeed('GET', '/v1/policy/warnings')).toEqual({
    ...{ data: [], has_more: false, policies_not_compared: [] },
  });
});

it('lists what policies do not do, with the rules that decide instead', async () => {
  const longer = (value: number) => ({
    ...{ name: `at most ${value}`, chain: 'ETH', scope: 'GLOBAL' },
    rules: [
      {
        ...{ name: 'long', method: 'personal_sign', action: 'DENY' },
        conditions: [{ field_source: 'message', field: 'length', operator: 'gt', value }],
      },
    ],
  });
  await customer.succeed('POST', '/v1/policy', longer(1000));
  const { id } = await customer.succeed<{ id: string }>('POST', '/v1/policy', longer(2000));
  const { data } = await customer.succeed<{ data: object[] }>('GET', '/v1/policy/warnings');
  expect(data).toMatchObject([
    {
      code: 'policy.rule-never-decides',
      policies: [{ id }],
      rule: { policy_id: id, rule_index: 0 },
      decides_instead: { policy_name: 'at most 1000', rule_index: 0 },
    },
  ]);
});
