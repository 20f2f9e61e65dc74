import { setTimeout as sleep } from 'node:timers/promises';
import type { TestStack } from '@wallet-service/local-stack';
import { newCustomer, type Customer } from './http/customer.js';
import { heavyRules } from './shares/heavy-rules.js';
import { createConnection, type Connection, type Prepared } from './shares/load.js';
import { loopCpuOf, verificationMs } from './shares/loop-cpu.js';
import { ownStack } from './stacks.js';

// The cost of requests of an application that has as many rules as it may, and decisions as long as they may be. In
// verifications of an ECDSA signature, as in cost-of-requests.test.ts.

const mostVerifications = 20;
/**
 * What reads all policies: the list, and a change, which checks that nobody else wrote any of them. They come in many
 * pieces, with the work of others in between.
 */
const mostOfAllPolicies = 60;
/** The least counts: noise only adds. */
const attempts = 20;
const policies = 70;

let stack: TestStack;
let connection: Connection;
let rich: Customer;
let token: string;

beforeAll(async () => {
  stack = await ownStack();
  connection = createConnection(stack.expressUrl);
  rich = await newCustomer(stack.stack, 'rich');
  token = await rich.express.token('rich-user');
  await rich.express.wallet(token, 'ETH');
  const kinds = ['short texts that are searched for', 'as many conditions as are taken'] as const;
  for (let i = 0; i < policies; i += 1)
    await rich.succeed('POST', '/v1/policy', {
      ...{ name: `p${i}`, chain: 'ETH', scope: 'GLOBAL', is_active: true },
      rules: heavyRules[kinds[i % 2] ?? '']?.(100_000),
    });
  await rich.succeed('PATCH', '/v1/application', {
    ...{ policy_evaluation_enabled: true, default_action: 'deny' },
  });
  // Denied because nothing allows it. The record has all rules that could have.
  for (let i = 0; i < 60; i += 1) {
    const { status } = await rich.express.post('/v2/wallet/sign/message', token, 'ETH', hello(String(i)));
    expect(status).toBe(403);
  }
});
afterAll(async () => {
  connection.close();
  await stack.stop();
});

function hello(text: string) {
  return { message_base64: Buffer.from(text).toString('base64') };
}
const server =
  (method: Prepared['method'], path: string, body?: unknown): (() => Prepared) =>
  () => ({
    ...{ method, path },
    headers: { 'x-service-secret-key': rich.secretKey() },
    body: body === undefined ? '' : JSON.stringify(body),
  });
const user =
  (path: string, body: unknown): (() => Prepared) =>
  () => ({
    ...{ method: 'POST', path },
    headers: rich.express.headers(token, 'ETH'),
    body: JSON.stringify(body),
  });
const long = hello('a'.repeat(65_000));
const policy = {
  ...{ name: 'x', chain: 'ETH', scope: 'GLOBAL', is_active: false },
  rules: heavyRules['as many conditions as are taken']?.(5000),
};

it.each([
  ['the list of all policies', server('GET', '/v1/policy'), 200, mostOfAllPolicies],
  ['a page of decisions', server('GET', '/v1/policy/decisions?limit=100'), 200, mostVerifications],
  ['a page of the journal', server('GET', '/v1/audit?limit=100'), 200, mostVerifications],
  ['a dry run', server('POST', '/v1/policy/evaluate', { chain: 'ETH', ...long }), 200, mostVerifications],
  ['a long message', user('/v2/wallet/sign/message', long), 403, mostVerifications],
  ['a short message', user('/v2/wallet/sign/message', hello('a')), 403, mostVerifications],
  ['another policy', server('POST', '/v1/policy', policy), 201, mostOfAllPolicies],
] as const)('%s', async (_, request, expected, most) => {
  const seen: { process: string; verifications: number }[] = [];
  while (seen.length < attempts && !seen.some(({ verifications }) => verifications <= most)) {
    const before = loopCpuOf(stack);
    const { status } = await connection.send(request());
    expect(status).toBe(expected);
    await sleep(2);
    const costs = [...loopCpuOf(stack)].map(([process, after]) => ({
      process,
      verifications: (after - (before.get(process) ?? 0)) / verificationMs(),
    }));
    seen.push(costs.reduce((a, b) => (b.verifications > a.verifications ? b : a)));
  }
  expect(seen.some(({ verifications }) => verifications <= most) ? 'cheap' : seen).toBe('cheap');
});
