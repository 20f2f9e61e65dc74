import { expectProblem } from './expect-problem.js';
import {
  gatewayUnderTest,
  operatorKey,
  secretKey,
  userHeaders,
  userToken,
  type GatewayUnderTest,
} from './gateway-under-test.js';

let gateway: GatewayUnderTest;
let token: string;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
  token = await userToken();
});

const hash = `0x${'ab'.repeat(32)}`;
const authorization = { chain_id: 1, address: `0x${'11'.repeat(20)}`, nonce: 0 };
const provider = { issuer: 'https://a.example', audience: 'a', jwks_uri: 'https://a.example/jwks' };
const policy = { name: 'p', chain: 'ETH', scope: 'GLOBAL' };
const ruleOf = (conditions: object[]) => ({
  ...{ name: 'r', method: 'eth_signTransaction', action: 'DENY' },
  conditions,
});
const tooLong = 'x'.repeat(2049);

describe('a body that breaks its schema is refused, and the error names the field', () => {
  const user = (chain = 'ETH') => userHeaders(token, chain);
  const management = { 'x-service-secret-key': secretKey, 'content-type': 'application/json' };
  const operator = { 'x-service-operator-key': operatorKey, 'content-type': 'application/json' };

  it.each<[string, string, unknown, string]>([
    ['POST', '/v2/wallet', { chain: 'ETH' }, '/chain'],
    ['POST', '/v2/wallet', [], ''],
    ['POST', '/v2/wallet/sign/data', undefined, ''],
    ['POST', '/v2/wallet/sign/data', {}, '/raw_data_hash'],
    ['POST', '/v2/wallet/sign/data', { raw_data_hash: 1 }, '/raw_data_hash'],
    ['POST', '/v2/wallet/sign/data', { raw_data_hash: null }, '/raw_data_hash'],
    ['POST', '/v2/wallet/sign/data', { raw_data_hash: [hash] }, '/raw_data_hash'],
    ['POST', '/v2/wallet/sign/data', { raw_data_hash: hash.slice(2) }, '/raw_data_hash'],
    ['POST', '/v2/wallet/sign/data', { raw_data_hash: `${hash}00` }, '/raw_data_hash'],
    ['POST', '/v2/wallet/sign/data', { raw_data_hash: `${hash}\n` }, '/raw_data_hash'],
    ['POST', '/v2/wallet/sign/data', { raw_data_hash: hash.replace('0x', '0X') }, '/raw_data_hash'],
    ['POST', '/v2/wallet/sign/data', { raw_data_hash: hash, extra: 1 }, '/extra'],
    ['POST', '/v2/wallet/sign/message', { message_base64: 'a' }, '/message_base64'],
    ['POST', '/v2/wallet/sign/message', { message_base64: 'aGVsbG8' }, '/message_base64'],
    ['POST', '/v2/wallet/sign/message', { message_base64: 'aGVsbG9=' }, '/message_base64'],
    ['POST', '/v2/wallet/sign/message', { message_base64: 'aGVs bG8=' }, '/message_base64'],
    ['POST', '/v2/wallet/sign/message', { message_base64: '_-8=' }, '/message_base64'],
    ['POST', '/v2/wallet/sign/message', { message_base64: 'aGVsbG8=\n' }, '/message_base64'],
    [
      'POST',
      '/v2/wallet/sign/message',
      { message_base64: Buffer.alloc(65_537).toString('base64') },
      '/message_base64',
    ],
    ['POST', '/v2/wallet/sign/message', { message_base64: '', format: 'eip191' }, '/format'],
    ['POST', '/v2/wallet/sign/message', { message_base64: '', format: 'pgp' }, '/format'],
    ['POST', '/v2/wallet/sign/eip7702', { ...authorization, chain_id: '1' }, '/chain_id'],
    ['POST', '/v2/wallet/sign/eip7702', { ...authorization, chain_id: 1.5 }, '/chain_id'],
    ['POST', '/v2/wallet/sign/eip7702', { ...authorization, chain_id: -1 }, '/chain_id'],
    ['POST', '/v2/wallet/sign/eip7702', { ...authorization, chain_id: true }, '/chain_id'],
    ['POST', '/v2/wallet/sign/eip7702', { ...authorization, nonce: -1 }, '/nonce'],
    ['POST', '/v2/wallet/sign/eip7702', { ...authorization, nonce: null }, '/nonce'],
    ['POST', '/v2/wallet/sign/eip7702', { chain_id: 1, nonce: 1 }, '/address'],
    ['POST', '/v2/wallet/sign/eip7702', { ...authorization, address: '0x11' }, '/address'],
    [
      'POST',
      '/v2/wallet/sign/eip7702',
      { ...authorization, address: '0x9858EfFD232B4033E47d90003D41EC34EcaEda95' },
      '/address',
    ],
    ['POST', '/v1/identity/provider', {}, '/issuer'],
    ['POST', '/v1/identity/provider', { ...provider, audience: '' }, '/audience'],
    ['POST', '/v1/identity/provider', { ...provider, jwks_uri: tooLong }, '/jwks_uri'],
    ['POST', '/v1/identity/provider', { ...provider, id: 'mine' }, '/id'],
    ['PATCH', '/v1/identity/provider/provider-1', { issuer: provider.issuer }, '/audience'],
    ['PATCH', '/v1/application', {}, ''],
    ['PATCH', '/v1/application', { name: 'x' }, '/name'],
    ['PATCH', '/v1/application', { default_action: 'maybe' }, '/default_action'],
    ['PATCH', '/v1/application', { policy_evaluation_enabled: 'true' }, '/policy_evaluation_enabled'],
    ['PATCH', '/v1/application', { recency_window_minutes: -1 }, '/recency_window_minutes'],
    ['PATCH', '/v1/application', { recency_window_minutes: 1.5 }, '/recency_window_minutes'],
    // Truncated to 32 bits it would be 15.
    ['PATCH', '/v1/application', { recency_window_minutes: 4_294_967_311 }, '/recency_window_minutes'],
    [
      'PATCH',
      '/v1/application',
      { express_jwt_max_lifetime_seconds: 4_294_967_396 },
      '/express_jwt_max_lifetime_seconds',
    ],
    ['PATCH', '/v1/application', { access_key_recovery: 1 }, '/access_key_recovery'],
    ['PATCH', '/v1/application', { email_provider_ids: 'all' }, '/email_provider_ids'],
    ['PATCH', '/v1/application', { plain_chain_ids: ['1'] }, '/plain_chain_ids/0'],
    ['PATCH', '/v1/application', { plain_chain_ids: [1.5] }, '/plain_chain_ids/0'],
    ['PATCH', '/v1/webhook/a', { url: 7 }, '/url'],
    ['PATCH', '/v1/webhook/a', { description: null }, '/description'],
    ['PATCH', '/v1/webhook/a', { event_types: 'all' }, '/event_types'],
    ['PATCH', '/v1/webhook/a', { enabled: 'yes' }, '/enabled'],
    ['PATCH', '/v1/webhook/a', { secret: 'x' }, '/secret'],
    ['PATCH', '/v1/admin/application/a', { name: 7 }, '/name'],
    [
      'PATCH',
      '/v1/admin/application/a',
      { features: { pregenerated_wallets: 1 } },
      '/features/pregenerated_wallets',
    ],
    [
      'PATCH',
      '/v1/application',
      { express_jwt_max_lifetime_seconds: 86_401 },
      '/express_jwt_max_lifetime_seconds',
    ],
    ['PATCH', '/v1/application', { email_provider_ids: ['provider-1', 'other'] }, '/email_provider_ids/1'],
    [
      'PATCH',
      '/v1/application',
      { embedded_wallet_provider_ids: ['other'] },
      '/embedded_wallet_provider_ids/0',
    ],
    ['PATCH', '/v1/application', { mfa_acr_values: ['urn:mfa', 'a b'] }, '/mfa_acr_values/1'],
    ['PATCH', '/v1/application', { mfa_acr_values: ['0'] }, '/mfa_acr_values/0'],
    ['PATCH', '/v1/application', { embedded_wallet_issuers: [] }, '/embedded_wallet_issuers'],
    ['POST', '/v1/admin/application', { name: '' }, '/name'],
    ['POST', '/v1/admin/application', { name: 'x'.repeat(256) }, '/name'],
    ['PATCH', '/v1/admin/application/a', { features: { teleport: true } }, '/features/teleport'],
    ['PATCH', '/v1/admin/application/a', { features: {} }, '/features'],
    ['POST', '/v1/admin/application/a/secret_key', { secret_key: 'chosen' }, '/secret_key'],
  ])('%s %s %j: %s', async (method, url, payload, path) => {
    const headers = url.startsWith('/v2') ? user() : url.startsWith('/v1/admin') ? operator : management;
    gateway.asked.length = 0;
    const answer = await gateway.send({ method, url, headers, payload });
    const { errors } = expectProblem(answer, 422, 'request.invalid');
    expect(errors?.map((error) => error.path)).toContain(path);
    const changed = gateway.asked.filter((call) => !/^(Authenticate|ListProviders)/.test(call.method));
    expect(changed).toEqual([]);
  });

  // Each item that is looked at is another mistake, or several.
  it.each<[string, string, (list: object[]) => object, string, number]>([
    ['POST', '/v1/policy', (rules) => ({ ...policy, rules }), '/rules', 100],
    ['POST', '/v1/policy', (list) => ({ ...policy, rules: [ruleOf(list)] }), '/rules/0/conditions', 50],
    ['PATCH', '/v1/policy/a', (list) => ({ rules: [ruleOf([]), ruleOf(list)] }), '/rules/1/conditions', 50],
    ['POST', '/v1/policy/evaluate', (rules) => ({ policy: { ...policy, rules } }), '/policy/rules', 100],
    ['PATCH', '/v1/application', (list) => ({ mfa_acr_values: list }), '/mfa_acr_values', 10],
    ['POST', '/v1/webhook', (list) => ({ url: 7, event_types: list }), '/event_types', 20],
  ])(
    '%s %s: a list that is too long is refused for its length alone',
    async (method, url, bodyOf, path, most) => {
      const refused = async (length: number) => {
        const payload = bodyOf(Array.from({ length }, () => ({})));
        const answer = await gateway.send({ method, url, headers: management, payload });
        return expectProblem(answer, 422, 'request.invalid').errors;
      };
      expect(await refused(9_000)).toEqual([{ path, message: `must NOT have more than ${most} items` }]);
      const ofItems = await refused(most);
      expect(ofItems?.length).toBeGreaterThanOrEqual(Math.min(most, 20));
      expect(ofItems?.some((error) => error.path.startsWith(`${path}/`))).toBe(true);
    },
  );

  it.each(['0', '101', 'x', '1.5'])('GET /v1/admin/application refuses the limit %s', async (limit) => {
    const answer = await gateway.send({
      method: 'GET',
      url: `/v1/admin/application?limit=${limit}`,
      headers: operator,
    });
    const { errors } = expectProblem(answer, 422, 'request.invalid');
    expect(errors).toEqual([{ path: 'query limit', message: 'must be a whole number from 1 to 100' }]);
  });

  it('a query parameter that is repeated or unknown is refused', async () => {
    for (const query of ['limit=1&limit=2', 'page=1']) {
      const url = `/v1/admin/application?${query}`;
      expectProblem(await gateway.send({ method: 'GET', url, headers: operator }), 422, 'request.invalid');
    }
  });

  it('every mistake is reported at once', async () => {
    const payload = { chain_id: 'a', address: 'b', nonce: 'c' };
    const answer = await gateway.send({
      method: 'POST',
      url: '/v2/wallet/sign/eip7702',
      headers: user(),
      payload,
    });
    const { errors } = expectProblem(answer, 422, 'request.invalid');
    expect(errors).toHaveLength(3);
  });

  it.each(['eth', 'ETH, ETH', 'DOGE', ''])('refuses the chain %j and names its header', async (chain) => {
    const answer = await gateway.send({ method: 'POST', url: '/v2/wallet', headers: user(chain) });
    const { errors } = expectProblem(answer, 422, 'request.invalid');
    expect(errors).toEqual([{ path: 'header X-Service-Chain', message: 'must be one of ETH, SOL, BTC' }]);
  });

  it.each([
    ['SOL', '/v2/wallet/sign/data', { raw_data_hash: hash }],
    ['BTC', '/v2/wallet/sign/data', { raw_data_hash: hash }],
    ['SOL', '/v2/wallet/sign/eip7702', authorization],
    ['BTC', '/v2/wallet/sign/eip7702', authorization],
  ])('refuses a request that makes no sense: %s %s', async (chain, url, payload) => {
    const answer = await gateway.send({ method: 'POST', url, headers: user(chain), payload });
    expectProblem(answer, 422, 'chain.operation-unsupported');
  });
});
