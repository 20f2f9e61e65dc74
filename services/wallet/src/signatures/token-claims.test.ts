import { tokenClaims } from './token-claims.js';

const tokenOf = (claims: unknown): string =>
  `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`;

it('keeps what says for whom, when and how a token was made, and nothing of the person', () => {
  const shown = {
    ...{ aud: ['app'], azp: 'web', iat: 1, nbf: 2, exp: 3 },
    ...{ auth_time: 4, acr: 'high', amr: ['pwd', 'otp'] },
  };
  const private_ = { sub: 'alice', email: 'alice@example.com', name: 'Alice', jti: 'x', groups: ['staff'] };
  expect(JSON.parse(tokenClaims(tokenOf({ ...private_, ...shown })))).toEqual(shown);
});

it.each([
  ['without any of them', tokenOf({ sub: 'alice' })],
  ['with too much', tokenOf({ aud: ['a'.repeat(1_100)] })],
  ['that is null', tokenOf(null)],
  ['that is no JSON', 'h.AAAA.s'],
  ['without parts', 'nothing'],
])('keeps nothing of a token %s', (_, token) => {
  expect(tokenClaims(token)).toBe('');
});
