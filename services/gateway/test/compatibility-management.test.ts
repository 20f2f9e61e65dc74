import { expectProblem } from './expect-problem.js';
import {
  apiKey,
  gatewayUnderTest,
  providerId,
  secretKey,
  type GatewayUnderTest,
} from './gateway-under-test.js';

const json = { 'content-type': 'application/json' };
const hash = `0x${'ab'.repeat(32)}`;
let on: GatewayUnderTest;
beforeAll(async () => {
  on = await gatewayUnderTest({ compatibility: 'magic' });
});
beforeEach(() => {
  on.asked.length = 0;
});

const post = (url: string, headers: Readonly<Record<string, string>>, payload: unknown) =>
  on.send({ method: 'POST', url, headers, payload });
const asked = () => on.asked.map(({ method }) => method);

describe('management with COMPATIBILITY=magic', () => {
  const headers = { ...json, 'X-Magic-Secret-Key': secretKey };

  it('takes their names of fields in rules', async () => {
    const rule = (field: string, field_source = 'ethereum_transaction') => ({
      name: 'r',
      method: 'eth_signTransaction',
      action: 'DENY',
      conditions: [{ field_source, field, operator: 'eq', value: 1 }],
    });
    const rules = [rule('chainId'), rule('gasLimit'), rule('typed_data_domain_chainId', 'typed_data')];
    const policy = { name: 'p', chain: 'ETH', scope: 'GLOBAL', rules };
    const fieldsAsked = () => JSON.stringify(on.asked.at(-1)?.request).match(/"field":"\w+"/g);
    const expected = ['chain_id', 'gas', 'typed_data_domain_chainId'].map((name) => `"field":"${name}"`);
    expect((await post('/v1/policy/', headers, policy)).status).toBe(201);
    expect(fieldsAsked()).toEqual(expected);
    const patched = await on.send({ method: 'PATCH', url: '/v1/policy/1', headers, payload: { rules } });
    expect(patched.status).toBe(200);
    expect(fieldsAsked()).toEqual(expected);
    const tried = await post('/v1/policy/evaluate', headers, {
      chain: 'ETH',
      raw_data_hash: hash,
      policy,
    });
    expect(tried.status).toBe(200);
    expect(fieldsAsked()).toEqual(expected);
  });

  it.each([
    [
      { audience: 'other' },
      { issuer: 'https://login.example', audience: 'other', jwksUri: 'https://login.example/jwks' },
    ],
    [{ issuer: 'https://new.example' }, { issuer: 'https://new.example', audience: 'app-1' }],
    [
      { jwks_uri: 'https://new.example/keys', audience: null },
      { audience: 'app-1', jwksUri: 'https://new.example/keys' },
    ],
    [{}, { issuer: 'https://login.example', audience: 'app-1' }],
  ])('changes %j of a provider alone', async (payload, expected) => {
    const url = `/v1/identity/provider/${providerId}`;
    const answer = await on.send({ method: 'PATCH', url, headers, payload });
    expect(answer.status).toBe(200);
    expect(on.asked.find(({ method }) => method === 'UpdateProvider')?.request).toMatchObject(expected);
  });

  it('does not find the provider of somebody else', async () => {
    const url = '/v1/identity/provider/other';
    const answer = await on.send({ method: 'PATCH', url, headers, payload: { audience: 'a' } });
    expectProblem(answer, 404, 'provider.not-found');
  });

  it('needs a secret key still', async () => {
    const url = `/v1/identity/provider/${providerId}`;
    const answer = await on.send({
      method: 'PATCH',
      url,
      headers: { ...json, 'X-Magic-API-Key': apiKey },
      payload: { audience: 'a' },
    });
    expectProblem(answer, 401, 'auth.secret-key-invalid');
    expect(asked()).toEqual([]);
  });
});
