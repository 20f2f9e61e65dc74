import { randomUUID } from 'node:crypto';
import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import { privateKeyToAddress } from 'viem/accounts';
import { codeOf, freshToken, newCustomer, type Customer } from './http/customer.js';
import { exportRecipient, type SealedExport } from './http/hpke.js';
import { approveAt, newOwner, type Owner } from './http/owner.js';
import { sharedStack, type SharedStack } from './stacks.js';

// Exports of keys that owners must approve, over HTTP on a real stack with a signer.

type Refused = { readonly signature_request_id: string; readonly policy_name: string; readonly rule: string };
type Recipient = Awaited<ReturnType<typeof exportRecipient>>;

let stack: SharedStack;
let customer: Customer;
let owners: readonly [Owner, Owner];
let policyId: string;
const subject = `exporting-${randomUUID()}`;
const always = { field_source: 'system', field: 'current_unix_timestamp', operator: 'gt', value: 0 };
const policy = {
  ...{ name: 'exports', chain: 'ETH', scope: 'GLOBAL' },
  rules: [
    {
      ...{ name: 'two owners', method: 'exportPrivateKey', action: 'require_approval', approvals: 2 },
      conditions: [always],
    },
  ],
};

beforeAll(async () => {
  stack = await sharedStack('export approvals');
  customer = await newCustomer(stack.stack, 'export approvals');
  owners = [await newOwner(stack, customer.id), await newOwner(stack, customer.id)];
  policyId = (await customer.succeed<{ id: string }>('POST', '/v1/policy', policy)).id;
});

const post = async (recipient: Recipient): Promise<JsonAnswer> =>
  customer.express.post('/v2/wallet/export', await freshToken(customer, subject), 'ETH', {
    recipient_public_key: recipient.publicKey,
  });

async function waitingFor(recipient: Recipient): Promise<Refused> {
  const answer = await post(recipient);
  expect([answer.status, codeOf(answer)]).toEqual([403, 'policy.approval-required']);
  return answer.body as Refused;
}

it('an export waits for two owners, and gives the key to the recipient that they approved alone', async () => {
  const address = await customer.express.wallet(await freshToken(customer, subject), 'ETH');
  const [recipient, thief] = [await exportRecipient(), await exportRecipient()];
  const refused = await waitingFor(recipient);
  expect(refused).toMatchObject({ policy_name: 'exports', rule: 'two owners' });
  const { signature_request_id: id } = refused;
  const path = `/v1/signature_request/${id}`;
  const { text } = await customer.succeed<{ text: string }>('GET', path);
  const recipientKey = `0x${Buffer.from(recipient.publicKey, 'base64').toString('hex')}`;
  expect(JSON.parse(text)).toMatchObject({
    ...{ address, subject },
    operation: { kind: 'export', recipient_public_key: recipientKey },
    demanded_by: [{ policy_id: policyId, policy_name: 'exports', rule: 'two owners', approvals: 2 }],
  });
  await approveAt(stack.expressUrl, path, owners[0]);
  expect((await waitingFor(recipient)).signature_request_id).toBe(id);
  await approveAt(stack.expressUrl, path, owners[1]);
  const other = await waitingFor(thief);
  expect(other.signature_request_id).not.toBe(id);
  const answer = await post(recipient);
  expect(codeOf(answer)).toBe('ok');
  const { private_key } = await recipient.open(answer.body as SealedExport);
  expect(privateKeyToAddress(`0x${private_key}`)).toBe(address);
  const signed = await customer.succeed<{ state: string; decision_id: string }>('GET', path);
  expect(signed.state).toBe('signed');
  expect(await customer.succeed('GET', `/v1/decision/${signed.decision_id}`)).toMatchObject({
    ...{ outcome: 'allow', method: 'exportPrivateKey', approval: { request_id: id } },
  });
  expect((await waitingFor(thief)).signature_request_id).toBe(other.signature_request_id);
});

it('nobody takes that policy away alone when the approval rule has policies and settings', async () => {
  const [{ headers }] = owners;
  const send = (method: 'PATCH' | 'DELETE', path: string, body?: object): Promise<JsonAnswer> =>
    requestJson(stack.expressUrl + path, { method, headers, ...(body && { body }) });
  const rule = { needed: 2, scopes: ['policies', 'settings', 'members'] };
  expect(codeOf(await send('PATCH', '/v1/approval_rule', rule))).toBe('ok');
  const off = { policy_evaluation_enabled: false };
  for (const answer of [
    await send('DELETE', `/v1/policy/${policyId}`),
    await send('PATCH', `/v1/policy/${policyId}`, { is_active: false }),
    await send('PATCH', '/v1/application', off),
    await customer.manage('DELETE', `/v1/policy/${policyId}`),
    await customer.manage('PATCH', '/v1/application', off),
  ])
    expect(codeOf(answer)).toBe('auth.approval-required');
  await waitingFor(await exportRecipient());
});
