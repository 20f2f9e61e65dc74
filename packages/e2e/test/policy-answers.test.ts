import { randomBytes } from 'node:crypto';
import { createExpressClient, type ExpressClient } from '@wallet-service/local-stack/express-client';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { ownApplication, type OwnApplication } from './chains/own-application.js';
import { demoCustomer } from './http/customer.js';
import { sealForImport, type ImportKey } from './http/hpke.js';
import { sharedStack, type SharedStack } from './stacks.js';

// What a caller and the owner of an application learn about decisions, over HTTP.

let stack: SharedStack;
let application: OwnApplication;
let client: ExpressClient;
let token: string;

beforeAll(async () => {
  stack = await sharedStack('policy answers');
  application = ownApplication(stack);
  client = createExpressClient(stack.stack);
  token = await client.token(`user-${randomBytes(6).toString('hex')}`);
  await client.wallet(token, 'ETH');
  await application.settle({
    policy_evaluation_enabled: true,
    embedded_wallet_provider_ids: [stack.stack.demo_provider.id],
  });
});

const sign = (operation: string, body: object) =>
  client.post(`/v2/wallet/sign/${operation}`, token, 'ETH', body);
/** What the owner of the application reads about a denial. */
const decisionOf = (denial: unknown) =>
  expectJson(`${stack.expressUrl}/v1/decision/${(denial as { decision_id: string }).decision_id}`, {
    headers: { 'x-service-secret-key': stack.stack.app.secret_key },
  });
const payment = { chainId: 1, type: 0, nonce: 0, gasLimit: 21_000, gasPrice: 1, value: 7 };
const toFriend = { ...payment, to: `0x${'55'.repeat(20)}` };
const toThief = { ...payment, to: `0x${'de'.repeat(20)}` };
const policyOf = (scope: string, method: string, action: string, ...conditions: object[]) => ({
  ...{ name: `a ${scope} policy`, chain: 'ETH', scope },
  rules: [{ name: 'the rule', method, action, conditions }],
});
const anyTime = { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 1 };

it('a missing second factor names the policy and the rule that demand it, and how recent one must be', async () => {
  const policy = policyOf('STEP_UP', 'personal_sign', 'require_mfa', anyTime);
  await application.underPolicy(policy, async (policy_id) => {
    const { status, headers, body } = await sign('message', { message_base64: 'aGk=' });
    expect(status).toBe(401);
    expect(headers.get('www-authenticate')).toMatch(/error="insufficient_user_authentication".*max_age=900/);
    expect(headers.get('www-authenticate')).not.toContain('policy');
    expect(body).toMatchObject({
      code: 'auth.mfa-required',
      detail: expect.stringContaining('sign in again with several factors') as string,
      ...{ policy_id, policy_name: 'a STEP_UP policy', rule: 'the rule', max_age: 900 },
    });
    expect(await decisionOf(body)).toMatchObject({
      outcome: 'require_mfa',
      rules: [{ policy_id, conditions: [{ result: 'true' }] }],
    });
  });
});

it('a denial because nothing allows it names the rules that could have, and why they do not', async () => {
  const condition = { field_source: 'ethereum_transaction', field: 'to', operator: 'eq', value: toFriend.to };
  await application.settle({ default_action: 'deny' });
  await application.underPolicy(
    policyOf('GLOBAL', 'eth_signTransaction', 'ALLOW', condition),
    async (policy_id) => {
      expect((await sign('transaction', { payload: toFriend })).status).toBe(200);
      const { status, body } = await sign('transaction', { payload: toThief });
      expect(status).toBe(403);
      expect(body).toMatchObject({
        code: 'policy.denied',
        reason: 'default_action',
        detail: 'no policy allows this, and the application’s default_action is deny',
      });
      expect(await decisionOf(body)).toMatchObject({
        unmet: [{ policy_id, rule: 'the rule', conditions: [{ ...condition, value_seen: toThief.to }] }],
      });
    },
  );
  await application.settle({ default_action: 'allow' });
});

it('what settings alone refuse is among the decisions of the application', async () => {
  const everywhere = { chain_id: 0, address: toFriend.to, nonce: 0 };
  await application.settle({ policy_evaluation_enabled: false });
  expect((await sign('eip7702', everywhere)).body).toMatchObject({ reason: 'eip7702_any_chain' });
  await application.settle({ policy_evaluation_enabled: true, default_action: 'deny' });
  expect((await sign('message', { message_base64: 'aGk=' })).body).toMatchObject({
    reason: 'default_action',
  });
  await application.settle({ default_action: 'allow' });
  const headers = { 'x-service-secret-key': stack.stack.app.secret_key };
  const { data } = await expectJson<{ data: readonly object[] }>(
    `${stack.expressUrl}/v1/policy/decisions?limit=2`,
    { headers },
  );
  expect(data).toMatchObject([
    { outcome: 'deny', reason: 'default_action', method: 'personal_sign' },
    { outcome: 'deny', reason: 'eip7702_any_chain', method: 'eth_sign7702Authorization' },
  ]);
});

it('no policy can refuse an import, and all apply to its wallet from its first signature on', async () => {
  const owner = demoCustomer(stack.stack);
  const subject = `user-${randomBytes(6).toString('hex')}`;
  const whose = { network: 'EVM', issuer: owner.provider.issuer, subject };
  const query = new URLSearchParams(whose).toString();
  await application.underPolicy(policyOf('GLOBAL', '*', 'DENY', anyTime), async (policy_id) => {
    const { data: target } = await owner.succeed<{ data: ImportKey }>(
      'GET',
      `/v2/api/wallet/import_key?${query}`,
    );
    const sealed = await sealForImport(randomBytes(32), target);
    const auth_jwt = await client.token(subject);
    const made = await owner.succeed<{ data: { uuid: string; access_key: string } }>(
      'POST',
      '/v2/api/wallet/import',
      { auth_jwt, network: 'EVM', ...sealed },
    );
    const { status, body } = await owner.manage('POST', '/v2/api/wallet/sign_message', {
      op_jwt: await client.token(subject),
      wallet_id: made.data.uuid,
      access_key: made.data.access_key,
      message_base64: 'aGk=',
    });
    expect([status, body]).toMatchObject([403, { error: { details: { policy_id } } }]);
  });
});
