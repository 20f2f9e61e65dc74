import { requestJson, type JsonAnswer } from '@wallet-service/operator-cli/http-json';
import { until } from '@wallet-service/test-kit/until';
import { codeOf, newCustomer, type Customer } from './http/customer.js';
import { approveAt, newOwner, type Owner } from './http/owner.js';
import { sharedStack, type SharedStack } from './stacks.js';

// What owners see of a change before they approve it, and what becomes of it when that has changed since.

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type ChangeRequest = {
  readonly id: string;
  readonly state: string;
  readonly code: string | null;
  readonly path: string;
  readonly before: object | null;
  readonly is_outdated: boolean | null;
};
type Provider = { readonly id: string; readonly issuer: string; readonly jwks_uri: string };
type Key = { readonly id: string; readonly secret_key: string };

let stack: SharedStack;
let customer: Customer;
let owner: Owner;
/** Whose role is changed. */
let other: Owner;
const path = '/v1/change_request';
const scopes = ['policies', 'settings', 'providers', 'webhooks', 'keys', 'members'];

beforeAll(async () => {
  stack = await sharedStack('shown-changes');
  customer = await newCustomer(stack.stack, 'shown changes');
  [owner, other] = [await newOwner(stack, customer.id), await newOwner(stack, customer.id)];
  await succeed('POST', '/v1/webhook', { url: 'http://127.0.0.1:1/' });
  await succeed('PATCH', '/v1/approval_rule', { needed: 1, scopes }, owner);
});

const send = (method: Method, at: string, body?: unknown, by?: Owner): Promise<JsonAnswer> => {
  const headers = by?.headers ?? { 'x-service-secret-key': customer.secretKey() };
  return requestJson(stack.expressUrl + at, { method, headers, ...(body !== undefined && { body }) });
};

async function succeed<Body>(method: Method, at: string, body?: unknown, by?: Owner): Promise<Body> {
  const answer = await send(method, at, body, by);
  expect([at, codeOf(answer)]).toEqual([at, 'ok']);
  return answer.body as Body;
}

const ask = (change: object) => succeed<ChangeRequest>('POST', path, change, owner);
const get = (id: string) => succeed<ChangeRequest>('GET', `${path}/${id}`);
const approve = ({ id }: ChangeRequest): Promise<ChangeRequest> =>
  approveAt(stack.expressUrl, `${path}/${id}`, owner);

async function newKey(draft: object): Promise<Key> {
  const asked = await ask({ method: 'POST', path: '/v1/secret_key', body: draft });
  await approve(asked);
  const at = `${path}/${asked.id}/carry_out`;
  return (await succeed<{ readonly answer: Key }>('POST', at, undefined, owner)).answer;
}

it('shows a secret key and a person as they are, without what is secret', async () => {
  const key = await newKey({ label: 'nightly job', scopes: ['read'] });
  const deletion = await ask({ method: 'DELETE', path: `/v1/secret_key/${key.id}` });
  expect(deletion.before).toEqual({
    ...{ id: key.id, label: 'nightly job', scopes: ['read'], time_expires: null },
    ...{ time_created: expect.any(Number) as number, time_revoked: null },
  });
  expect(JSON.stringify(deletion)).not.toContain(key.secret_key);
  const change = { method: 'PATCH', path: `/v1/member/${other.id}`, body: { role: 'auditor' } };
  const { before } = await ask(change);
  expect(before).toEqual({ person_id: other.id, name: 'Ada', role: 'owner' });
  for (const kind of ['secret_key', 'member']) {
    const unknown = { method: 'DELETE', path: `/v1/${kind}/00000000-0000-0000-0000-000000000000` };
    expect(codeOf(await send('POST', path, unknown, owner))).toBe('request.invalid');
  }
});

it('fails when the provider, webhook, key or person that it changes has changed since', async () => {
  const [provider] = await succeed<[Provider]>('GET', '/v1/identity/provider');
  const [webhook] = (await succeed<{ data: [{ id: string }] }>('GET', '/v1/webhook')).data;
  const key = await newKey({ label: 'first' });
  const { id: issuerId, issuer, jwks_uri } = provider;
  const changes: readonly (readonly [string, object, object])[] = [
    [
      `/v1/identity/provider/${issuerId}`,
      { issuer, audience: 'second', jwks_uri },
      { issuer, audience: 'third', jwks_uri },
    ],
    [`/v1/webhook/${webhook.id}`, { description: 'second' }, { description: 'third' }],
    [`/v1/secret_key/${key.id}`, { label: 'second' }, { label: 'third' }],
    [`/v1/member/${other.id}`, { role: 'developer' }, { role: 'owner' }],
  ];
  for (const [at, second, third] of changes) {
    const first = await ask({ method: 'PATCH', path: at, body: second });
    const late = await ask({ method: 'PATCH', path: at, body: third });
    expect([at, (await get(late.id)).is_outdated]).toEqual([at, false]);
    expect([at, await approve(first)]).toMatchObject([at, { state: 'done', is_outdated: null }]);
    expect([at, (await get(late.id)).is_outdated]).toEqual([at, true]);
    const outdated = { state: 'failed', code: 'change-request.outdated' };
    expect([at, await approve(late)]).toMatchObject([at, outdated]);
  }
});

it('is not outdated by what changes by itself: the use of a key', async () => {
  const key = await newKey({ label: 'busy', scopes: ['read'] });
  const revocation = await ask({ method: 'DELETE', path: `/v1/secret_key/${key.id}` });
  await requestJson(`${stack.expressUrl}/v1/policy`, { headers: { 'x-service-secret-key': key.secret_key } });
  type Listed = { readonly data: readonly { readonly id: string; readonly time_last_used: number | null }[] };
  await until('the use of the key', async () => {
    const { data } = await succeed<Listed>('GET', '/v1/secret_key');
    return data.find(({ id }) => id === key.id)?.time_last_used !== null;
  });
  expect((await get(revocation.id)).is_outdated).toBe(false);
  expect(await approve(revocation)).toMatchObject({ state: 'done', code: null });
});

it('tells the journal who asked, why, and who approved', async () => {
  const settings = { method: 'PATCH', path: '/v1/application', body: { recency_window_minutes: 12 } };
  const asked = await ask({ ...settings, reason: 'a longer day' });
  await approve(asked);
  type Entry = {
    readonly operation: string;
    readonly details: { readonly reason: string | null; readonly after: Record<string, unknown> | null };
  };
  const entries = await until('the journal', async () => {
    const { data } = await succeed<{ data: Entry[] }>('GET', '/v1/audit?after=0&limit=100&order=desc');
    const own = data.filter(({ details }) => details.after?.['request_id'] === asked.id);
    return own.length === 3 && own;
  });
  const of = (name: string) => entries.find(({ operation }) => operation === `admin.change_${name}`)?.details;
  expect(of('requested')?.reason).toBe('a longer day');
  const person = `per_${owner.id}`;
  expect(of('carried_out')).toMatchObject({
    ...{ reason: 'a longer day', after: { asked_by: person, approved_by: [person] } },
  });
});

it('takes a path with a slash at its end, as the routes do, and shows it without', async () => {
  const draft = { name: 'slash', chain: 'ETH', scope: 'GLOBAL', rules: [] };
  const rule = {
    ...{ name: 'short', method: 'personal_sign', action: 'ALLOW' },
    conditions: [{ field_source: 'message', field: 'length', operator: 'lt', value: 100 }],
  };
  const body = { ...draft, rules: [rule] };
  const asked = await ask({ method: 'POST', path: '/v1/policy/', body });
  expect(asked).toMatchObject({ path: '/v1/policy', before: null });
  expect(await approve(asked)).toMatchObject({ state: 'done' });
  for (const at of ['/v1/policy//', '/v1//policy', '/'])
    expect(codeOf(await send('POST', path, { method: 'POST', path: at, body }))).toBe('request.invalid');
});
