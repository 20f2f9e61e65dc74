import { linesOf } from './parts/difference.tsx';
import { afterOf, isApproved, subjectOfChange, titleOfChange } from './change-text.ts';

it.each([
  ['POST', '/v1/policy', 'New policy'],
  ['PATCH', '/v1/policy/p', 'Change of a policy'],
  ['PATCH', '/v1/application', 'Change of the settings'],
  ['DELETE', '/v1/secret_key/k', 'Removal of a secret key'],
  ['PATCH', '/v1/identity/provider/p', 'Change of an identity provider'],
  ['POST', '/v1/identity/provider', 'New identity provider'],
  ['POST', '/v1/identity/provider/p/refresh', 'Fetching the keys of an identity provider'],
  ['POST', '/v1/webhook', 'New webhook'],
  ['DELETE', '/v1/webhook/w', 'Removal of a webhook'],
  ['POST', '/v1/webhook/w/rotate_secret', 'New secret of a webhook'],
  ['POST', '/v1/webhook/w/test', 'Test event to a webhook'],
  ['POST', '/v1/webhook/w/delivery/d/redeliver', 'Sending an event again to a webhook'],
  ['PATCH', '/v1/policyx/k', 'PATCH /v1/policyx/k'],
  ['POST', '/v1/webhook/w/new', 'POST /v1/webhook/w/new'],
] as const)('%s %s is: %s', (method, path, title) => {
  expect(titleOfChange({ method, path })).toBe(title);
});

it('says what there would be afterwards', () => {
  const before = { name: 'a', is_active: true };
  expect(afterOf({ method: 'PATCH', before, body: { is_active: false } })).toEqual({
    name: 'a',
    is_active: false,
  });
  expect(afterOf({ method: 'PATCH', before: null, body: { label: 'x' } })).toEqual({ label: 'x' });
  expect(afterOf({ method: 'POST', before: null, body: { name: 'b' } })).toEqual({ name: 'b' });
  expect(afterOf({ method: 'DELETE', before, body: null })).toBeUndefined();
});

it('a deletion takes all of it away, and what is new is added, also without a body', () => {
  const key = { id: 'k', label: null };
  const kindsOf = (change: Parameters<typeof afterOf>[0]) =>
    new Set(linesOf(change.before ?? undefined, afterOf(change)).map(({ kind }) => kind));
  expect(kindsOf({ method: 'DELETE', before: key, body: null })).toEqual(new Set(['gone']));
  expect(kindsOf({ method: 'POST', before: null, body: key })).toEqual(new Set(['new']));
  expect(kindsOf({ method: 'POST', before: null, body: null })).toEqual(new Set(['new']));
});

it('counts approvals', () => {
  const approval = { person_id: 'p', time_created: 1, passkey: {} };
  expect(isApproved({ needed: 2, approvals: [approval] })).toBe(false);
  expect(isApproved({ needed: 1, approvals: [approval] })).toBe(true);
});

it.each([
  ['/v1/policy', null, { name: 'limits' }, 'limits'],
  ['/v1/policy/p', { name: 'limits' }, { name: 'new name' }, 'limits'],
  ['/v1/identity/provider/p', { issuer: 'https://a.example' }, null, 'https://a.example'],
  ['/v1/webhook/w', { url: 'https://hooks.example' }, null, 'https://hooks.example'],
  ['/v1/webhook/w/rotate_secret', { url: 'https://hooks.example' }, null, 'https://hooks.example'],
  ['/v1/member', null, { name: 'Ben', role: 'owner' }, 'Ben'],
  ['/v1/secret_key', null, { label: 'CI' }, 'CI'],
  ['/v1/secret_key/k', { label: 'old backend' }, { label: 'new' }, 'old backend'],
  ['/v1/secret_key/k', { label: null }, { label: 'new' }, undefined],
  ['/v1/member/ada', { name: 'Ada Lovelace' }, { role: 'owner' }, 'Ada Lovelace'],
  ['/v1/application', { name: 'Shop' }, {}, undefined],
])('%s with %j and %j is about %s', (path, before, body, subject) => {
  expect(subjectOfChange({ path, before, body })).toBe(subject);
});
