import { createHash } from 'node:crypto';
import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import { until } from '@wallet-service/test-kit/until';
import { hashMessage, recoverAddress, type Hex } from 'viem';
import { walletUser, type WalletUser } from './chains/wallet-user.js';
import { codeOf, freshToken, newCustomer, type Customer } from './http/customer.js';
import { approveAt, newOwner, type Owner } from './http/owner.js';
import { sharedStack, type SharedStack } from './stacks.js';

// The policy action require_approval over HTTP, on a real stack with a signer: users, owners and their passkeys.

type Waiting = {
  readonly id: string;
  readonly hash: string;
  readonly text: string;
  readonly state: string;
  readonly decision_id: string | null;
  readonly approvals: readonly {
    readonly person_id: string;
    readonly passkey: { readonly response: { readonly clientDataJSON: string } };
  }[];
};
type Refused = { readonly signature_request_id: string; readonly decision_id: string };

let stack: SharedStack;
let customer: Customer;
let owners: readonly [Owner, Owner];
let user: WalletUser;
let policyId: string;
let rulesFor: (approvals: number) => readonly object[];
const path = '/v1/signature_request';

beforeAll(async () => {
  stack = await sharedStack('signature approvals');
  customer = await newCustomer(stack.stack, 'signature approvals');
  owners = [await newOwner(stack, customer.id), await newOwner(stack, customer.id)];
  user = await walletUser(customer.express, 'ETH');
  const condition = { field_source: 'message', field: 'content', operator: 'contains', value: 'withdraw' };
  const rule = {
    name: 'owners',
    method: 'personal_sign',
    action: 'require_approval',
    conditions: [condition],
  };
  rulesFor = (approvals) => [{ ...rule, approvals }];
  const policy = { name: 'withdrawals', chain: 'ETH', scope: 'GLOBAL', rules: rulesFor(2) };
  policyId = (await customer.succeed<{ id: string }>('POST', '/v1/policy', policy)).id;
});

const messageOf = (text: string) => ({ message_base64: Buffer.from(text).toString('base64') });
const attempt = (text: string) => user.attempt('message', messageOf(text));

async function waitingFor(text: string): Promise<Refused> {
  const answer = await attempt(text);
  expect([answer.status, codeOf(answer)]).toEqual([403, 'policy.approval-required']);
  return answer.body as Refused;
}

const get = (id: string) => customer.succeed<Waiting>('GET', `${path}/${id}`);
const approve = (id: string, owner: Owner) => approveAt<Waiting>(stack.expressUrl, `${path}/${id}`, owner);
const act = (id: string, what: string, headers: Owner['headers'], body?: object): Promise<JsonAnswer> =>
  requestJson(`${stack.expressUrl}${path}/${id}/${what}`, { method: 'POST', headers, ...(body && { body }) });

it('the user gets the signature by asking again when two owners have approved', async () => {
  const text = 'withdraw 1';
  const { signature_request_id: id } = await waitingFor(text);
  expect((await waitingFor(text)).signature_request_id).toBe(id);
  const shown = await get(id);
  expect(shown).toMatchObject({ state: 'open', approvals: [] });
  expect(JSON.parse(shown.text)).toMatchObject({
    address: user.address,
    operation: { kind: 'message', text },
    demanded_by: [{ policy_id: policyId, policy_name: 'withdrawals', rule: 'owners', approvals: 2 }],
  });
  expect(
    createHash('sha256').update(`wallet-service signature request v1\n${shown.text}`).digest('hex'),
  ).toBe(shown.hash);
  expect(await approve(id, owners[0])).toMatchObject({ state: 'open' });
  await waitingFor(text);
  expect(await approve(id, owners[1])).toMatchObject({ state: 'approved' });
  await waitingFor('withdraw 2');
  const { signature } = await user.sign<{ signature: Hex }>('message', messageOf(text));
  expect(await recoverAddress({ hash: hashMessage(text), signature })).toBe(user.address);
  const { state, decision_id: decisionId } = await get(id);
  expect(state).toBe('signed');
  expect(await customer.succeed('GET', `/v1/decision/${decisionId ?? ''}`)).toMatchObject({
    approval: { request_id: id },
  });
  expect(codeOf(await act(id, 'decline', owners[0].headers))).toBe('signature-request.closed');
  expect(await get(id)).toMatchObject({ state: 'signed' });
});

it('what was signed does not count again when policies demand more', async () => {
  const text = 'withdraw 8';
  const { signature_request_id: signed } = await waitingFor(text);
  for (const owner of owners) await approve(signed, owner);
  await user.sign('message', messageOf(text));
  await customer.succeed('PATCH', `/v1/policy/${policyId}`, { rules: rulesFor(3) });
  const { signature_request_id: id } = await waitingFor(text);
  expect(id).not.toBe(signed);
  expect(await get(id)).toMatchObject({ state: 'open', needed: 3, approvals: [] });
  for (const owner of owners) expect(await approve(id, owner)).toMatchObject({ state: 'open' });
  expect(await approve(id, await newOwner(stack, customer.id))).toMatchObject({ state: 'approved' });
  await user.sign('message', messageOf(text));
  expect(await get(id)).toMatchObject({ state: 'signed' });
  await customer.succeed('PATCH', `/v1/policy/${policyId}`, { rules: rulesFor(2) });
});

it('tells a client that has only a user’s token when to ask again', async () => {
  const { status, headers } = await attempt('withdraw 9');
  expect([status, headers.get('retry-after')]).toEqual([403, '30']);
});

it('keeps the evidence with the decision, and in the journal', async () => {
  const text = 'withdraw 3';
  const { signature_request_id: id } = await waitingFor(text);
  for (const owner of owners) await approve(id, owner);
  await user.sign('message', messageOf(text));
  const { hash, approvals } = await get(id);
  for (const { person_id: person, passkey } of approvals) {
    const challenge = createHash('sha256')
      .update(JSON.stringify(['wallet-service signature approval v1', hash, person]))
      .digest('base64url');
    const clientData = JSON.parse(
      Buffer.from(passkey.response.clientDataJSON, 'base64url').toString(),
    ) as object;
    expect(clientData).toMatchObject({ challenge });
  }
  type Decision = { readonly outcome: string; readonly approval?: { readonly request_id: string } };
  const { data } = await customer.succeed<{ data: Decision[] }>('GET', '/v1/policy/decisions?outcome=allow');
  expect(data.find(({ approval }) => approval?.request_id === id)).toMatchObject({
    approval: { hash, needed: 2, approvals: owners.map((owner) => ({ person_id: owner.id })) },
  });
  type Entry = {
    readonly operation: string;
    readonly outcome?: string;
    readonly decision?: { approval?: { request_id: string } };
  };
  await until('the journal', async () => {
    const { data: entries } = await customer.succeed<{ data: Entry[] }>('GET', '/v1/audit?after=0&limit=100');
    const own = entries.filter(({ decision }) => decision?.approval?.request_id === id);
    const approved = entries.filter(({ operation }) => operation === 'admin.signature_approved');
    return own.some(({ outcome }) => outcome === 'signed') && approved.length >= 4;
  });
});

it('nobody but owners decides, and one of them ends it', async () => {
  const { signature_request_id: id } = await waitingFor('withdraw 4');
  const secretKey = { 'x-service-secret-key': customer.secretKey() };
  expect(codeOf(await act(id, 'challenge', secretKey))).toBe('auth.people-only');
  expect(codeOf(await act(id, 'decline', secretKey))).toBe('auth.people-only');
  const stranger = await newOwner(stack, (await newCustomer(stack.stack, 'strangers')).id);
  const foreign = { ...stranger.headers, 'x-service-application-id': customer.id };
  for (const what of ['challenge', 'decline'])
    expect((await act(id, what, foreign)).status).toBeGreaterThanOrEqual(400);
  expect(codeOf(await act(id, 'challenge', stranger.headers))).toBe('signature-request.not-found');
  await approve(id, owners[0]);
  expect(codeOf(await act(id, 'decline', owners[1].headers))).toBe('ok');
  expect(await get(id)).toMatchObject({ state: 'declined' });
  expect(codeOf(await act(id, 'challenge', owners[1].headers))).toBe('signature-request.closed');
  expect((await waitingFor('withdraw 4')).signature_request_id).not.toBe(id);
});

it('what somebody approved counts no longer when they are removed, get another role, or lose all access', async () => {
  const { headers } = owners[0];
  const operator = { 'x-service-operator-key': stack.stack.operator_key };
  const ends: readonly ((person: string) => Promise<JsonAnswer>)[] = [
    (person) => requestJson(`${stack.expressUrl}/v1/member/${person}`, { method: 'DELETE', headers }),
    (person) =>
      requestJson(`${stack.expressUrl}/v1/member/${person}`, {
        ...{ method: 'PATCH', headers, body: { role: 'auditor' } },
      }),
    (person) =>
      requestJson(`${stack.expressUrl}/v1/admin/person/${person}`, { method: 'DELETE', headers: operator }),
  ];
  const text = 'withdraw 7';
  const { signature_request_id: id } = await waitingFor(text);
  await approve(id, owners[1]);
  for (const end of ends) {
    const other = await newOwner(stack, customer.id);
    expect(await approve(id, other)).toMatchObject({ state: 'approved' });
    expect((await end(other.id)).status).toBeLessThan(300);
    expect(await get(id)).toMatchObject({ state: 'open', approvals: [{ person_id: owners[1].id }] });
    await waitingFor(text);
  }
  // Sent again, because an answer may be lost.
  expect(codeOf((await ends[0]?.('0192f0c1-7c3e-7a51-9f0e-2f6a1b3c4d5e')) as JsonAnswer)).toBe(
    'member.not-found',
  );
  await approve(id, owners[0]);
  await user.sign('message', messageOf(text));
  type Entry = { readonly operation: string };
  await until('the journal', async () => {
    const { data } = await customer.succeed<{ data: Entry[] }>('GET', '/v1/audit?after=0&limit=100');
    return data.filter(({ operation }) => operation === 'admin.signature_approval_withdrawn').length === 3;
  });
});

it('another token of the same user gets the approved signature, and nothing else', async () => {
  const subject = `approved-${Date.now()}`;
  const { express } = customer;
  const send = async (token: string, text: string) =>
    express.post('/v2/wallet/sign/message', token, 'ETH', messageOf(text));
  const first = await freshToken(customer, subject);
  await express.wallet(first, 'ETH');
  const refused = await send(first, 'withdraw 5');
  const { signature_request_id: id } = refused.body as Refused;
  for (const owner of owners) await approve(id, owner);
  const later = await send(await freshToken(customer, subject), 'withdraw 5');
  expect([later.status, codeOf(later)]).toEqual([200, 'ok']);
  const other = await send(await freshToken(customer, subject), 'withdraw 6');
  expect(codeOf(other)).toBe('policy.approval-required');
});
