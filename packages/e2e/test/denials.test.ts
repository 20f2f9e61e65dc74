import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { createExpressClient, type Chain } from '@wallet-service/local-stack/express-client';
import { expectJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import { ownApplication, type OwnApplication } from './chains/own-application.js';
import { walletUser, type WalletUser } from './chains/wallet-user.js';
import { freshToken, demoCustomer, type Customer } from './http/customer.js';
import { denialCases, ofTransaction, type Case } from './leaks/denial-cases.js';
import type { NewWallet } from './lifecycle/create-steps.js';
import { sharedStack, type SharedStack } from './stacks.js';

// What denials tell users: policy, rule, reason and remedy. Every limit, list and value here is a mark, and the test
// searches for it in what users get. Two policy services, so that a decision is read from another one than decided it.

let stack: SharedStack;
let application: OwnApplication;
let customer: Customer;
let users: Readonly<Record<Chain, WalletUser>>;

beforeAll(async () => {
  stack = await sharedStack('denials');
  application = ownApplication(stack);
  customer = demoCustomer(stack.stack);
  const client = createExpressClient(stack.stack);
  const [ETH, SOL, BTC] = [
    await walletUser(client, 'ETH'),
    await walletUser(client, 'SOL'),
    await walletUser(client, 'BTC'),
  ];
  users = { ETH, SOL, BTC };
  await application.settle({
    policy_evaluation_enabled: true,
    embedded_wallet_provider_ids: [stack.stack.demo_provider.id],
  });
});

const seed = Number(process.env['SEED'] ?? randomBytes(4).readUInt32BE());
const generated = denialCases.flatMap((each, index) => fc.sample(each, { seed: seed + index, numRuns: 2 }));

const policyOf = ({ chain, method, condition }: Case, scope: string, action: string) => ({
  ...{ name: 'the policy', chain, scope },
  rules: [{ name: 'the rule', method, action, conditions: [condition] }],
});
const attempt = (each: Case) =>
  users[each.chain].attempt(each.operation, each.body(users[each.chain].address));
const wholeOf = ({ headers, body }: JsonAnswer) =>
  `${JSON.stringify([...headers])}${JSON.stringify(body)}`.toLowerCase();

const standard = ['type', 'title', 'status', 'detail', 'code', 'trace_id'];
const told = [
  ...standard,
  'policy_id',
  'policy_name',
  'rule',
  'reason',
  'caused_by',
  'decision_id',
  'max_age',
  'acr_values',
];

async function decisionOf({ body }: JsonAnswer): Promise<string> {
  const { decision_id } = body as { decision_id: string };
  const headers = { 'x-service-secret-key': stack.stack.app.secret_key };
  return JSON.stringify(
    await expectJson(`${stack.expressUrl}/v1/decision/${decision_id}`, { headers }),
  ).toLowerCase();
}

/** Users get none of the marks and nothing that is not listed. The owner of the application reads them at once. */
async function expectToldBriefly(answer: JsonAnswer, marks: readonly string[]): Promise<void> {
  const whole = wholeOf(answer);
  for (const mark of marks) expect([mark, whole.includes(mark.toLowerCase())]).toEqual([mark, false]);
  expect(Object.keys(answer.body as object).filter((name) => !told.includes(name))).toEqual([]);
  const decision = await decisionOf(answer);
  expect(marks.filter((mark) => decision.includes(mark.toLowerCase()))).not.toEqual([]);
}

describe(`a denial on the Express interface (seed ${seed})`, () => {
  it('by a rule names policy and rule, and no limit, list or value', async () => {
    for (const each of generated)
      await application.underPolicy(policyOf(each, 'GLOBAL', 'DENY'), async (policy_id) => {
        const answer = await attempt(each);
        expect([each.name, answer.status]).toEqual([each.name, 403]);
        const names = { policy_id, policy_name: 'the policy', rule: 'the rule', reason: 'rule' };
        expect(answer.body).toMatchObject({
          ...names,
          detail: 'denied by policy "the policy", rule "the rule"',
        });
        await expectToldBriefly(answer, each.marks);
      });
  });

  it('because of a missing second factor says what to do, and no more', async () => {
    for (const each of generated)
      await application.underPolicy(policyOf(each, 'STEP_UP', 'require_mfa'), async (policy_id) => {
        const answer = await attempt(each);
        expect([each.name, answer.status]).toEqual([each.name, 401]);
        expect(answer.body).toMatchObject({
          ...{ policy_id, rule: 'the rule', reason: 'mfa-missing', max_age: 900 },
          detail: expect.stringContaining('sign in again') as string,
        });
        expect(answer.headers.get('www-authenticate')).toContain('insufficient_user_authentication');
        await expectToldBriefly(answer, each.marks);
      });
  });

  it('because no rule allows it shows none of the rules that could have', async () => {
    await application.settle({ default_action: 'deny' });
    const elsewhere = '0x00000000000000000000000000000000000fffff';
    for (const each of generated.filter(
      ({ chain, operation }) => chain === 'ETH' && operation === 'transaction',
    )) {
      const list = [...each.marks.filter((mark) => mark.startsWith('0x')).slice(1), elsewhere];
      const condition = ofTransaction('to', 'in', list);
      await application.underPolicy(policyOf({ ...each, condition }, 'GLOBAL', 'ALLOW'), async () => {
        const answer = await attempt(each);
        expect(answer.body).toMatchObject({ code: 'policy.denied', reason: 'default_action' });
        await expectToldBriefly(answer, list);
      });
    }
    await application.settle({ default_action: 'allow' });
  });

  it('of a bare hash, a delegation or an export shows no rule', async () => {
    const mark = '0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a';
    const allowing = (method: string, condition: object) => ({
      ...{ name: 'the policy', chain: 'ETH', scope: 'GLOBAL' },
      rules: [{ name: 'the rule', method, action: 'ALLOW', conditions: [condition] }],
    });
    const to = {
      field_source: 'ethereum_7702_authorization',
      field: 'contract',
      operator: 'eq',
      value: mark,
    };
    const time = {
      field_source: 'system',
      field: 'current_unix_timestamp',
      operator: 'lt',
      value: 1_234_567_891,
    };
    const recipient_public_key = '3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=';
    const delegation = { chain_id: 1, address: `0x${'77'.repeat(20)}`, nonce: 0 };
    for (const [policy, operation, body, reason, marks] of [
      [
        allowing('eth_sign7702Authorization', to),
        'eip7702',
        delegation,
        'eip7702',
        [mark, delegation.address],
      ],
      [allowing('exportPrivateKey', time), '../export', { recipient_public_key }, 'export', ['1234567891']],
      [
        allowing('eth_sign', time),
        'data',
        { raw_data_hash: `0x${'11'.repeat(32)}` },
        'raw_hash_signing',
        ['raw_hash_signing'],
      ],
    ] as const)
      await application.underPolicy(policy, async (policy_id) => {
        const answer = await users.ETH.attempt(operation, body);
        expect(answer).toMatchObject({ status: 403, body: { reason, caused_by: [{ policy_id }] } });
        if (reason === 'raw_hash_signing') expect(await decisionOf(answer)).toContain(reason);
        else await expectToldBriefly(answer, marks);
      });
  });

  it('shows everything if the application wants that', async () => {
    await application.settle({ denial_detail: 'full' });
    for (const each of generated.filter((_, index) => index % 2 === 0)) {
      for (const [scope, action] of [
        ['GLOBAL', 'DENY'],
        ['STEP_UP', 'require_mfa'],
      ] as const)
        await application.underPolicy(policyOf(each, scope, action), async () => {
          const whole = wholeOf(await attempt(each));
          expect([
            each.name,
            each.marks.filter((mark) => whole.includes(mark.toLowerCase())).length > 0,
          ]).toEqual([each.name, true]);
          expect(whole).not.toContain('denial_detail');
        });
    }
    await application.settle({ denial_detail: 'brief' });
  });
});

it('on the Core interface shows everything, because its callers hold the secret key', async () => {
  const auth_jwt = await freshToken(customer, `user-${randomBytes(6).toString('hex')}`);
  const { wallet_id, data } = await customer.succeed<NewWallet>('POST', '/v2/api/wallet', {
    auth_jwt,
    network: 'EVM',
  });
  const [each] = generated.filter(({ name }) => name === 'a value above a limit');
  if (!each) throw new Error('no case has a value above a limit');
  await application.underPolicy(policyOf(each, 'GLOBAL', 'DENY'), async (policy_id) => {
    const op_jwt = auth_jwt;
    const { access_key } = data;
    const { body } = await customer.manage('POST', '/v2/api/wallet/sign_transaction', {
      wallet_id,
      access_key,
      op_jwt,
      ...each.body(''),
    });
    expect(body).toMatchObject({
      error: { code: 'POLICY_DENIED', details: { policy_id, decision: { outcome: 'deny' } } },
    });
    expect(JSON.stringify(body)).toContain(each.marks[0]);
  });
});
