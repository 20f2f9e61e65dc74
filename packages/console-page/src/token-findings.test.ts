import { findingsOf, unknownIssuer } from './token-findings.ts';

const now = 1_800_000_000;
const providers = [{ issuer: 'https://idp.example', audience: 'app' }];
const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = { iss: 'https://idp.example', aud: 'app', sub: 'alice', iat: now - 10, exp: now + 290 };
const tokenOf = (changes: object = {}, header: object = { alg: 'ES256', kid: 'k' }): string =>
  `${part(header)}.${part({ ...claims, ...changes })}.c2ln`;
const wrong = (token: string): string[] =>
  findingsOf(token, providers, now).flatMap(({ what, verdict }) => (verdict === 'bad' ? [what] : []));

it('says that it has not checked the signature', () => {
  expect(findingsOf(tokenOf(), providers, now).at(-1)).toMatchObject({ what: 'signature', verdict: 'warn' });
});

it('finds nothing wrong in a token that fits', () => {
  expect(wrong(tokenOf())).toEqual([]);
  expect(wrong(tokenOf({ aud: ['other', 'app'] }))).toEqual([]);
  expect(wrong(tokenOf({ sub: 'Zoë' }))).toEqual([]);
});

it.each<[string, string[], string]>([
  ['another issuer', ['iss'], tokenOf({ iss: 'https://idp.example/' })],
  ['another audience', ['aud'], tokenOf({ aud: 'other' })],
  ['no user', ['sub'], tokenOf({ sub: '' })],
  ['a time that is over', ['exp'], tokenOf({ exp: now })],
  ['a life of more than a day', ['life'], tokenOf({ iat: now, exp: now + 86_401 })],
  ['no times', ['exp'], tokenOf({ iat: undefined })],
  ['no signature algorithm', ['alg'], tokenOf({}, { alg: 'none', kid: 'k' })],
  ['a shared secret', ['alg'], tokenOf({}, { alg: 'HS256', kid: 'k' })],
  ['no key', ['kid'], tokenOf({}, { alg: 'ES256' })],
  ['two parts', ['form'], 'a.b'],
  ['four parts', ['form'], `${tokenOf()}.x`],
  ['no JSON', ['form'], 'YQ.YQ.YQ'],
])('finds %s', (_, what, token) => {
  expect(wrong(token)).toEqual(what);
});

const strict = {
  ...{ issuer: 'https://idp.example', audience: 'app', audience_match: 'exact' },
  ...{ token_types: ['at+jwt'], keys: ['k'] },
};
const at = { alg: 'ES256', kid: 'k', typ: 'application/AT+JWT' };
const found = (token: string, provider: object) =>
  findingsOf(token, [provider as never], now).filter(
    ({ what, verdict }) => verdict !== 'good' && what !== 'signature',
  );

it('knows what a provider demands', () => {
  expect(found(tokenOf({}, at), strict)).toEqual([]);
  expect(found(tokenOf({ aud: ['app', 'other'] }, at), strict)).toMatchObject([{ what: 'aud' }]);
  expect(found(tokenOf({}, { ...at, typ: 'JWT' }), strict)).toMatchObject([{ what: 'typ', verdict: 'bad' }]);
  expect(found(tokenOf({}, { ...at, kid: 'new' }), strict)).toMatchObject([{ what: 'kid', verdict: 'warn' }]);
});

it('takes the audience from the claim that the provider names', () => {
  const clerk = { issuer: 'https://idp.example', audience: 'https://app.example', audience_claim: 'azp' };
  expect(found(tokenOf({ aud: undefined, azp: 'https://app.example' }), clerk)).toEqual([]);
  expect(found(tokenOf({ azp: 'https://app.example' }), clerk)).toMatchObject([{ what: 'aud' }]);
});

it('says which issuer is nearly the same', () => {
  expect(unknownIssuer('http://IDP.example/', providers)).toContain('one has https://idp.example:');
  expect(unknownIssuer('https://other.example', providers)).not.toContain('one has');
});
