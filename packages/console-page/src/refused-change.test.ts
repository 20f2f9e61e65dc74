import { changeOf } from './refused-change.ts';

it('keeps a change as it was sent, and no reading', () => {
  expect(changeOf('/v1/policy/p', { method: 'PATCH', body: '{"is_active":false}' })).toEqual({
    method: 'PATCH',
    path: '/v1/policy/p',
    body: { is_active: false },
  });
  expect(changeOf('/v1/policy/p', { method: 'DELETE' })).toEqual({
    method: 'DELETE',
    path: '/v1/policy/p',
    body: undefined,
  });
  expect(changeOf('/v1/policy', { method: 'GET' })).toBeUndefined();
  expect(changeOf('/v1/policy', {})).toBeUndefined();
});
