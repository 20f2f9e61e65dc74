import { tokenPayload } from './token-payload.js';

const tokenOf = (payload: unknown): string =>
  `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`;

it('reads what a token says', () => {
  expect(tokenPayload(tokenOf({ sub: 'ålice', exp: 1 }))).toEqual({ sub: 'ålice', exp: 1 });
});

it.each([
  ['that is null', tokenOf(null)],
  ['that is no JSON', 'h.AAAA.s'],
  ['without parts', 'nothing'],
  ['that is empty', ''],
])('reads nothing from a token %s', (_, token) => {
  expect(tokenPayload(token)).toEqual({});
});
