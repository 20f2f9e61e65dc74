import { afterOf, isApproved, titleOfChange } from './change-text.ts';

it.each([
  ['POST', '/v1/policy', 'New policy'],
  ['PATCH', '/v1/policy/p', 'Change of a policy'],
  ['PATCH', '/v1/application', 'Change of the settings'],
  ['DELETE', '/v1/secret_key/k', 'Removal of a secret key'],
  ['PATCH', '/v1/policyx/k', 'PATCH /v1/policyx/k'],
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

it('counts approvals', () => {
  const approval = { person_id: 'p', time_created: 1, passkey: {} };
  expect(isApproved({ needed: 2, approvals: [approval] })).toBe(false);
  expect(isApproved({ needed: 1, approvals: [approval] })).toBe(true);
});
