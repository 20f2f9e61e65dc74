import { gatewayUnderTest, secretKey, type GatewayUnderTest } from './gateway-under-test.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});

const headers = { 'content-type': 'application/json', 'x-service-secret-key': secretKey };
const asOwner = (method: string, url: string, payload?: unknown) =>
  gateway.send({ method, url, headers, payload });
const asked = (method: string) => gateway.asked.find((call) => call.method === method)?.request;
const named = {
  issuer: 'https://login.example',
  audience: 'app-1',
  jwks_uri: 'https://login.example/jwks',
};
const shown = {
  id: 'provider-1',
  ...named,
  discovered: false,
  audience_match: 'contains',
  audience_claim: 'aud',
  token_types: ['absent', 'JWT', 'at+jwt', 'id_token+jwt'],
};

it('passes on what is said of tokens, and nothing else', async () => {
  const said = { audience_match: 'exact', audience_claim: 'azp', token_types: ['at+jwt'] };
  const made = await asOwner('POST', '/v1/identity/provider', { ...named, ...said });
  expect([made.status, made.json()]).toEqual([201, { ...shown, ...said }]);
  const tokenSettings = {
    audienceMatch: 'exact',
    audienceClaim: 'azp',
    tokenTypes: { values: ['at+jwt'] },
  };
  expect(asked('CreateProvider')).toMatchObject({ tokenSettings });
  const changed = await asOwner('PATCH', '/v1/identity/provider/provider-1', {
    ...named,
    audience_claim: 'client_id',
  });
  expect([changed.status, changed.json()]).toEqual([200, { ...shown, audience_claim: 'client_id' }]);
  expect(asked('UpdateProvider')).toMatchObject({ tokenSettings: { audienceClaim: 'client_id' } });
  for (const wrong of [
    { audience_match: 'any' },
    { audience_claim: 'sub' },
    { token_types: [] },
    { token_types: 'JWT' },
  ]) {
    const answer = await asOwner('POST', '/v1/identity/provider', { ...named, ...wrong });
    const path = `/${Object.keys(wrong)[0] ?? ''}`;
    expect([answer.status, answer.json()]).toMatchObject([422, { errors: [{ path }] }]);
  }
});
