import { tokenClaims } from './token-claims.js';

it('keeps what says for whom, when and how a token was made, and nothing of the person', () => {
  const shown = {
    ...{ aud: ['app'], azp: 'web', iat: 1, nbf: 2, exp: 3 },
    ...{ auth_time: 4, acr: 'high', amr: ['pwd', 'otp'] },
  };
  const private_ = { sub: 'alice', email: 'alice@example.com', name: 'Alice', jti: 'x', groups: ['staff'] };
  expect(JSON.parse(tokenClaims({ ...private_, ...shown }))).toEqual(shown);
});

it.each([
  ['without any of them', { sub: 'alice' }],
  ['with too much', { aud: ['a'.repeat(1_100)] }],
])('keeps nothing of a token %s', (_, payload) => {
  expect(tokenClaims(payload)).toBe('');
});
