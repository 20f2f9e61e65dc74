import type { SharedStack } from '../stacks.js';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import type { Customer } from '../http/customer.js';
import { newOwner } from '../http/owner.js';

/** A screen of one record: where, its heading, and a name for its picture. */
export type RecordScreen = readonly [at: string, heading: string, name: string];

const condition = { field_source: 'message', field: 'content', operator: 'contains', value: 'withdraw' };
const rule = {
  name: 'withdrawals',
  method: 'personal_sign',
  action: 'require_approval',
  conditions: [condition],
};
const policy = { name: 'Withdrawals need an owner', chain: 'ETH', scope: 'GLOBAL', rules: [rule] };

/** Makes a record of each kind. Nothing in force is changed, but for one policy. */
export async function recordScreens(
  stack: SharedStack,
  customer: Customer,
): Promise<readonly RecordScreen[]> {
  type Made = { readonly id: string };
  const made = await customer.succeed<Made>('POST', '/v1/policy', policy);
  const webhook = await customer.succeed<Made>('POST', '/v1/webhook', { url: 'https://example.com/hook' });
  const token = await customer.express.token('alice');
  const message = { message_base64: Buffer.from('withdraw 1 ether').toString('base64') };
  expect((await customer.express.post('/v2/wallet/sign/message', token, 'ETH', message)).status).toBe(403);
  const newest = async (path: string): Promise<string> =>
    (await customer.succeed<{ readonly data: readonly Made[] }>('GET', `${path}?limit=1`)).data[0]?.id ?? '';
  return [
    [`decisions/${await newest('/v1/policy/decisions')}`, 'Why?', 'decision'],
    [`policies/${made.id}`, policy.name, 'policy'],
    [`webhooks/${webhook.id}`, 'Deliveries', 'deliveries'],
    [`signatures/${await newest('/v1/signature_request')}`, 'Message on ETH', 'signature'],
    [`approvals/${await askForChange(stack, customer)}`, `New policy: ${policy.name}`, 'approval'],
  ];
}

/** A change that waits for approvals. The rule that demands them is gone when it resolves. */
async function askForChange({ expressUrl, ...stack }: SharedStack, customer: Customer): Promise<string> {
  const { headers } = await newOwner({ expressUrl, ...stack }, customer.id);
  await newOwner({ expressUrl, ...stack }, customer.id);
  const needed = { needed: 2, scopes: ['policies', 'members'] };
  await expectJson(`${expressUrl}/v1/approval_rule`, { method: 'PATCH', headers, body: needed });
  const change = { method: 'POST', path: '/v1/policy', body: policy, reason: 'for the sale' };
  const asked = await expectJson<{ readonly id: string }>(`${expressUrl}/v1/change_request`, {
    ...{ method: 'POST', headers, body: change },
  });
  const url = `${expressUrl}/v1/admin/application/${customer.id}/approval_rule`;
  const operator = { 'x-service-operator-key': stack.stack.operator_key };
  expect((await fetch(url, { method: 'DELETE', headers: operator })).status).toBe(204);
  return asked.id;
}
