import { adminRequest, administrate } from '@wallet-service/operator-cli/admin';
import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import { until } from '@wallet-service/test-kit/until';
import { codeOf, newCustomer, type Customer } from './http/customer.js';
import { approveAt, newOwner, type Owner } from './http/owner.js';
import { sharedStack, type SharedStack } from './stacks.js';

// Changes that several owners must approve, over HTTP on a real stack.

type Headers = Readonly<Record<string, string>>;
type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type ChangeRequest = {
  readonly id: string;
  readonly state: string;
  readonly status: number | null;
  readonly code: string | null;
  readonly before: object | null;
  readonly approvals: readonly { readonly person_id: string }[];
};
type Policy = { readonly id: string; readonly name: string; readonly is_active: boolean };

let stack: SharedStack;
let customer: Customer;
let owners: readonly [Owner, Owner, Owner];
const rule = { needed: 2, scopes: ['policies', 'settings', 'keys', 'members'] };
const path = '/v1/change_request';
const policy = {
  name: 'short',
  chain: 'ETH',
  scope: 'GLOBAL',
  rules: [
    {
      name: 'short',
      method: 'personal_sign',
      action: 'ALLOW',
      conditions: [{ field_source: 'message', field: 'length', operator: 'lt', value: 100 }],
    },
  ],
};

beforeAll(async () => {
  stack = await sharedStack('approvals');
  customer = await newCustomer(stack.stack, 'approvals');
  const enter = () => newOwner(stack, customer.id);
  owners = [await enter(), await enter(), await enter()];
  await succeed('PATCH', '/v1/approval_rule', owners[0].headers, rule);
});

const send = (method: Method, at: string, headers: Headers, body?: unknown): Promise<JsonAnswer> =>
  requestJson(stack.expressUrl + at, { method, headers, ...(body !== undefined && { body }) });

async function succeed<Body>(method: Method, at: string, headers: Headers, body?: unknown): Promise<Body> {
  const answer = await send(method, at, headers, body);
  expect([at, codeOf(answer)]).toEqual([at, 'ok']);
  return answer.body as Body;
}

const ask = (change: object, by: Headers = owners[0].headers) =>
  succeed<ChangeRequest>('POST', path, by, change);

const approve = (id: string, owner: Owner): Promise<ChangeRequest> =>
  approveAt(stack.expressUrl, `${path}/${id}`, owner);

async function approveByTwo({ id }: ChangeRequest): Promise<ChangeRequest> {
  expect(await approve(id, owners[0])).toMatchObject({
    state: 'open',
    approvals: [{ person_id: owners[0].id }],
  });
  return approve(id, owners[1]);
}

it('nobody makes such a change alone: no owner, and no secret key', async () => {
  const secretKey = { 'x-service-secret-key': customer.secretKey() };
  for (const headers of [owners[0].headers, secretKey]) {
    const refused = await send('POST', '/v1/policy', headers, policy);
    expect([refused.status, codeOf(refused)]).toEqual([403, 'auth.approval-required']);
    await succeed('GET', '/v1/policy', headers);
  }
  expect(codeOf(await send('PATCH', '/v1/approval_rule', owners[0].headers, { needed: 0, scopes: [] }))).toBe(
    'auth.approval-required',
  );
  await succeed('POST', '/v1/webhook', secretKey, { url: 'http://127.0.0.1:1/' });
});

it('a change takes force when enough owners have approved it, and the journal names them', async () => {
  const request = await ask({ method: 'POST', path: '/v1/policy', body: policy, reason: 'for the größe' });
  expect(await approveByTwo(request)).toMatchObject({ state: 'done', status: 201, code: null });
  const [made] = await succeed<Policy[]>('GET', '/v1/policy', owners[0].headers);
  expect(made).toMatchObject({ name: 'short', is_active: true });
  const change = { method: 'PATCH', path: `/v1/policy/${made?.id ?? ''}`, body: { is_active: false } };
  const second = await ask(change, { 'x-service-secret-key': customer.secretKey() });
  expect(second.before).toMatchObject({ name: 'short', is_active: true });
  expect(await approveByTwo(second)).toMatchObject({ state: 'done', status: 200 });
  expect((await succeed<Policy[]>('GET', '/v1/policy', owners[0].headers))[0]?.is_active).toBe(false);
  const closed = await send('POST', `${path}/${second.id}/challenge`, owners[2].headers);
  expect(codeOf(closed)).toBe('change-request.closed');

  type Entry = { operation: string; details: { actor: { kind: string; id: string }; reason: string | null } };
  const entries = await until('the journal', async () => {
    const { data } = await succeed<{ data: Entry[] }>(
      'GET',
      '/v1/audit?after=0&limit=100',
      owners[0].headers,
    );
    return data.filter(({ operation }) => operation === 'admin.change_carried_out').length >= 2 && data;
  });
  const acts = entries.flatMap(({ operation, details }) =>
    /^admin\.(change|policy)_/.test(operation)
      ? [[operation, details.actor.kind, details.actor.id] as const]
      : [],
  );
  const approved = (owner: Owner) => ['admin.change_approved', 'person', owner.id];
  expect(acts).toEqual(
    expect.arrayContaining([
      ['admin.change_requested', 'person', owners[0].id],
      ...[approved(owners[0]), approved(owners[1])],
      ['admin.policy_created', 'change-request', request.id],
      ['admin.change_carried_out', 'change-request', request.id],
      ['admin.policy_updated', 'change-request', second.id],
    ]),
  );
  const created = entries.find(({ operation }) => operation === 'admin.policy_created');
  expect(created?.details.reason).toBe('for the größe');
});

it('the journal has why an owner declined a change', async () => {
  const { id } = await ask({ method: 'POST', path: '/v1/policy', body: policy });
  const headers = { ...owners[1].headers, 'x-reason': 'too%20wide' };
  expect(await succeed('POST', `${path}/${id}/decline`, headers)).toMatchObject({ state: 'declined' });
  await until('the journal', async () => {
    const { body } = await send('GET', '/v1/audit?after=0&limit=100', owners[0].headers);
    return /"admin.change_declined"[^}]*\{[^}]*\},"reason":"too wide"/.test(JSON.stringify(body));
  });
});

it('a change that its route would refuse is refused when it is asked for, and changes nothing', async () => {
  const before = await succeed<Policy[]>('GET', '/v1/policy', owners[0].headers);
  const refusals: [object, string][] = [
    [{ method: 'POST', path: '/v1/policy', body: { ...policy, chain: 'DOGE' } }, '/body'],
    [{ method: 'POST', path: '/v1/policy' }, '/body'],
    [{ method: 'PATCH', path: '/v1/policy/00000000-0000-0000-0000-000000000000', body: {} }, '/path'],
    [{ method: 'POST', path: '/v1/nothing', body: {} }, '/path'],
    [{ method: 'DELETE', path: '/v1/policy' }, '/path'],
    // What owners read must be what is carried out.
    [{ method: 'PATCH', path: '/v1/policy/../application', body: { recency_window_minutes: 9 } }, '/path'],
    [{ method: 'POST', path: '/v1/policy', body: policy, reason: 'a\nb' }, '/reason'],
    [{ method: 'POST', path: '/v1/admin/application', body: { name: 'x' } }, '/path'],
    [{ method: 'POST', path: '/v2/wallet/sign/message', body: {} }, '/path'],
    [{ method: 'POST', path: '/v1/identity/issuer', body: { issuer: 'https://x.example' } }, '/path'],
    [{ method: 'DELETE', path: '/v1/webhook/00000000-0000-0000-0000-000000000000' }, '/path'],
    [{ method: 'POST', path, body: { method: 'POST', path: '/v1/policy' } }, '/path'],
  ];
  for (const [change, field] of refusals) {
    const { status, body } = await send('POST', path, owners[0].headers, change);
    const { errors } = body as { readonly errors: readonly { readonly path: string }[] };
    expect([change, status, errors.map((one) => one.path)]).toEqual([change, 422, [field]]);
  }
  expect(await succeed('GET', '/v1/policy', owners[0].headers)).toEqual(before);
});

it('fails when what it changes has changed since, and says so', async () => {
  const settings = { method: 'PATCH', path: '/v1/application', body: { recency_window_minutes: 10 } };
  const [first, second] = [
    await ask(settings),
    await ask({ ...settings, body: { recency_window_minutes: 20 } }),
  ];
  expect(await approveByTwo(first)).toMatchObject({ state: 'done', status: 200 });
  expect(await approveByTwo(second)).toMatchObject({ state: 'failed', code: 'change-request.outdated' });
  const shown = await succeed<{ recency_window_minutes: number }>(
    'GET',
    '/v1/application',
    owners[0].headers,
  );
  expect(shown.recency_window_minutes).toBe(10);
});

it('is asked for a policy in exactly the revision that If-Match names', async () => {
  const { id } = (await succeed<Policy[]>('GET', '/v1/policy', owners[0].headers))[0] as Policy;
  const at = `/v1/policy/${id}`;
  const change = { method: 'PATCH', path: at, body: { name: 'renamed' } };
  const { headers } = await send('GET', at, owners[0].headers);
  const now = headers.get('etag') ?? '';
  for (const [asked, match] of [
    [change, '"99"'],
    [{ ...change, path: '/v1/application', body: { recency_window_minutes: 5 } }, now],
  ] as const) {
    const refused = await send('POST', path, { ...owners[0].headers, 'if-match': match }, asked);
    expect([refused.status, codeOf(refused)]).toEqual([412, 'request.revision-conflict']);
  }
  const asked = await ask(change, { ...owners[0].headers, 'if-match': now });
  expect(asked).toMatchObject({ state: 'open', before: { id } });
});

it('owners who approve at the same moment have it carried out once, and one who comes too late learns it', async () => {
  const policies = () => succeed<Policy[]>('GET', '/v1/policy', owners[0].headers);
  const count = (await policies()).length;
  const { id } = await ask({ method: 'POST', path: '/v1/policy', body: { ...policy, name: 'at once' } });
  await approve(id, owners[0]);
  const both = await Promise.allSettled([approve(id, owners[1]), approve(id, owners[2])]);
  expect(both.some(({ status }) => status === 'fulfilled')).toBe(true);
  // Enough have approved already when its passkey has answered.
  for (const one of both)
    if (one.status === 'rejected') expect(String(one.reason)).toContain('change-request.closed');
  await until('its end', async () => {
    const { state } = await succeed<ChangeRequest>('GET', `${path}/${id}`, owners[0].headers);
    return state === 'done';
  });
  expect(await policies()).toHaveLength(count + 1);
});

it('fails when what it changes is gone, and the owner who approved last learns it', async () => {
  const { id: policyId } = (await succeed<Policy[]>('GET', '/v1/policy', owners[0].headers))[0] as Policy;
  const change = { method: 'DELETE', path: `/v1/policy/${policyId}` };
  const [first, second] = [await ask(change), await ask(change)];
  expect(await approveByTwo(first)).toMatchObject({ state: 'done', status: 204 });
  expect(await approveByTwo(second)).toMatchObject({ state: 'failed', code: 'change-request.outdated' });
});

it('gives a new secret to who asked alone, once', async () => {
  const { id } = await ask({
    method: 'POST',
    path: '/v1/secret_key',
    body: { label: 'new', scopes: ['read'] },
  });
  const carryOut = ({ headers }: Owner) => send('POST', `${path}/${id}/carry_out`, headers);
  expect(codeOf(await carryOut(owners[0]))).toBe('change-request.not-approved');
  await approve(id, owners[0]);
  expect(await approve(id, owners[1])).toMatchObject({ state: 'open', is_for_asker_alone: true });
  expect(codeOf(await carryOut(owners[1]))).toBe('change-request.asker-only');
  const done = await carryOut(owners[0]);
  expect(done.body).toMatchObject({ change_request: { state: 'done', code: null } });
  const { answer } = done.body as { readonly answer: { readonly secret_key: string } };
  await succeed('GET', '/v1/policy', { 'x-service-secret-key': answer.secret_key });
  expect(codeOf(await carryOut(owners[0]))).toBe('change-request.closed');
  const { data } = await succeed<{ data: ChangeRequest[] }>('GET', path, owners[0].headers);
  expect(JSON.stringify(data)).not.toContain(answer.secret_key);
});

it('keeps who approved what is done, also when they have left', async () => {
  const { id } = await ask({ method: 'POST', path: '/v1/policy', body: { ...policy, name: 'evidence' } });
  const leaving = await newOwner(stack, customer.id);
  await approve(id, owners[0]);
  expect(await approve(id, leaving)).toMatchObject({ state: 'done' });
  const operator = { 'x-service-operator-key': stack.stack.operator_key };
  expect((await send('DELETE', `/v1/admin/person/${leaving.id}`, operator)).status).toBe(204);
  const { approvals } = await succeed<ChangeRequest>('GET', `${path}/${id}`, owners[0].headers);
  expect(approvals.map(({ person_id }) => person_id)).toEqual([owners[0].id, leaving.id]);
});

it('nobody outside sends the requests that the gateway sends to itself', async () => {
  const headers = { ...owners[0].headers, 'x-inner-request': 'a'.repeat(32) };
  expect(codeOf(await send('POST', '/v1/policy', headers, policy))).toBe('auth.approval-required');
  const forged = { 'x-inner-request': '', 'x-service-application-id': customer.id };
  expect(codeOf(await send('GET', '/v1/policy', forged))).toBe('auth.secret-key-invalid');
});

it('the operator takes the rule back where owners are gone', async () => {
  const target = { url: stack.expressUrl, operatorKey: stack.stack.operator_key };
  await administrate(target, adminRequest(['application', 'unblock', customer.id]));
  expect(await succeed('GET', '/v1/approval_rule', owners[0].headers)).toEqual({ needed: 0, scopes: [] });
  await succeed('PATCH', '/v1/approval_rule', owners[0].headers, rule);
});

it('the deletion of a webhook waits, and its new secret is for who asked alone', async () => {
  const { headers } = owners[0];
  const own = { ...rule, scopes: ['webhooks', ...rule.scopes] };
  expect(
    await approveByTwo(await ask({ method: 'PATCH', path: '/v1/approval_rule', body: own })),
  ).toMatchObject({ state: 'done' });
  type Endpoint = { readonly id: string; readonly url: string };
  const [{ id, url }] = (await succeed<{ data: [Endpoint] }>('GET', '/v1/webhook', headers)).data;
  const at = `/v1/webhook/${id}`;
  const secretKey = { 'x-service-secret-key': customer.secretKey() };
  for (const by of [headers, secretKey])
    expect(codeOf(await send('DELETE', at, by))).toBe('auth.approval-required');
  const rotation = await ask({ method: 'POST', path: `${at}/rotate_secret`, body: { overlap_seconds: 0 } });
  expect(rotation).toMatchObject({ before: { url }, is_for_asker_alone: true });
  expect(await approveByTwo(rotation)).toMatchObject({ state: 'open' });
  const carryOut = ({ headers: by }: Owner) => send('POST', `${path}/${rotation.id}/carry_out`, by);
  expect(codeOf(await carryOut(owners[1]))).toBe('change-request.asker-only');
  expect((await carryOut(owners[0])).body).toMatchObject({
    ...{ change_request: { state: 'done' }, answer: { secret: expect.stringMatching(/^whsec_/) as string } },
  });
  const off = await ask({ method: 'PATCH', path: at, body: { enabled: false } });
  expect(await approveByTwo(off)).toMatchObject({ state: 'done', status: 200 });
  const deletion = await ask({ method: 'DELETE', path: at });
  expect(deletion.before).toMatchObject({ url, enabled: false });
  expect(await approveByTwo(deletion)).toMatchObject({ state: 'done', status: 204 });
  expect(await succeed('GET', '/v1/webhook', headers)).toEqual({ data: [] });
});

it('a change lapses when who asked is removed, or the key that asked is revoked', async () => {
  const { headers } = owners[0];
  const leaving = await newOwner(stack, customer.id);
  const operator = { 'x-service-operator-key': stack.stack.operator_key };
  const keys = `/v1/admin/application/${customer.id}/secret_key`;
  type Key = { readonly id: string; readonly secret_key: string };
  const key = await succeed<Key>('POST', keys, operator, {});
  const change = { method: 'POST', path: '/v1/policy', body: { ...policy, name: 'lapsed' } };
  const byPerson = await ask(change, leaving.headers);
  const byKey = await ask(change, { 'x-service-secret-key': key.secret_key });
  for (const { id } of [byPerson, byKey]) await approve(id, owners[0]);
  const removal = await ask({ method: 'DELETE', path: `/v1/member/${leaving.id}` });
  expect(await approveByTwo(removal)).toMatchObject({ state: 'done' });
  await succeed('DELETE', `${keys}/${key.id}`, operator);
  const { data } = await succeed<{ data: ChangeRequest[] }>('GET', path, headers);
  for (const { id } of [byPerson, byKey]) {
    expect(await succeed('GET', `${path}/${id}`, headers)).toMatchObject({
      state: 'lapsed',
      time_ended: null,
    });
    expect(data.find((one) => one.id === id)?.state).toBe('lapsed');
    for (const act of ['challenge', 'carry_out'])
      expect(codeOf(await send('POST', `${path}/${id}/${act}`, owners[1].headers))).toBe(
        'change-request.closed',
      );
  }
  const policies = await succeed<Policy[]>('GET', '/v1/policy', headers);
  expect(policies.map(({ name }) => name)).not.toContain('lapsed');
});

it('the rule itself changes with approvals alone, and rules of others are theirs', async () => {
  const other = await newCustomer(stack.stack, 'approvals of others');
  await succeed('POST', '/v1/policy', { 'x-service-secret-key': other.secretKey() }, policy);
  const { id } = await ask({ method: 'PATCH', path: '/v1/approval_rule', body: { needed: 0, scopes: [] } });
  expect(await approveByTwo({ id } as ChangeRequest)).toMatchObject({ state: 'done', status: 200 });
  await succeed('POST', '/v1/policy', owners[0].headers, policy);
});
