import { shownIn, shownResourceOf, type ShownResource } from './shown-resource.js';

const of = (path: string): ShownResource => {
  const found = shownResourceOf(path);
  if (found) return found;
  throw new Error(`${path} is about nothing`);
};

it.each([
  '/v1/policy',
  '/v1/webhook',
  '/v1/identity/provider',
  '/v1/secret_key',
  '/v1/member',
  '/v1/applications',
])('%s makes something new', (path) => {
  expect(shownResourceOf(path)).toBeUndefined();
});

it.each([
  ['/v1/policy/p', '/v1/policy/p', []],
  ['/v1/webhook/w/rotate_secret', '/v1/webhook/w', ['time_updated', 'disabled_reason']],
  ['/v1/identity/provider/p/refresh', '/v1/identity/provider/p', []],
  ['/v1/application', '/v1/application', ['time_updated']],
  ['/v1/approval_rule', '/v1/approval_rule', []],
  ['/v1/secret_key/k', '/v1/secret_key', ['time_last_used']],
  [
    '/v1/member/m',
    '/v1/member',
    ['email', 'time_created', 'time_removed', 'state', 'time_invitation_expires'],
  ],
])('%s is about what %s shows, without %j', (path, shownAt, leftOut) => {
  const resource = of(path);
  expect([resource.path, resource.leftOut({})]).toEqual([shownAt, leftOut]);
});

it('shows a discovered key set of a provider not, and one that was given', () => {
  const provider = of('/v1/identity/provider/p');
  const discovered = { id: 'p', discovered: true, jwks_uri: 'https://a.example/1' };
  expect(shownIn(provider, discovered)).toEqual({ id: 'p', discovered: true });
  const given = { ...discovered, discovered: false };
  expect(shownIn(provider, given)).toEqual(given);
});

it('finds keys and people in their lists, by exactly their id', () => {
  const keys = { data: [{ id: 'k', label: 'a', time_last_used: 5 }] };
  expect(shownIn(of('/v1/secret_key/k'), keys)).toEqual({ id: 'k', label: 'a' });
  expect(shownIn(of('/v1/secret_key/x'), keys)).toBeUndefined();
  const people = { data: [{ person_id: 'm', name: 'Ada', email: 'ada@example.com', role: 'owner' }] };
  expect(shownIn(of('/v1/member/m'), people)).toEqual({ person_id: 'm', name: 'Ada', role: 'owner' });
});
