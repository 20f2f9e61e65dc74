import { changeOf } from './refused-change.ts';

it('keeps a change as it was sent, and no reading', () => {
  const sent = { method: 'PATCH', body: '{"is_active":false}' };
  expect(changeOf('/v1/policy/p', sent, 'obsolete')).toEqual({
    method: 'PATCH',
    path: '/v1/policy/p',
    revision: undefined,
    body: { is_active: false },
    reason: 'obsolete',
  });
  const headers = { 'if-match': '"7"' };
  expect(changeOf('/v1/policy/p', { method: 'DELETE', headers }, '')).toEqual({
    method: 'DELETE',
    path: '/v1/policy/p',
    revision: 7,
    body: undefined,
    reason: '',
  });
  expect(changeOf('/v1/policy', { method: 'GET' }, '')).toBeUndefined();
  expect(changeOf('/v1/policy', {}, '')).toBeUndefined();
});
