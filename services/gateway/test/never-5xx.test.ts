import fc from 'fast-check';
import {
  accessKey,
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

const bodyRoutes = fc.constantFrom(
  ['POST', '/v2/wallet'],
  ['POST', '/v2/wallet/sign/data'],
  ['POST', '/v2/wallet/sign/message'],
  ['POST', '/v2/wallet/sign/eip7702'],
  ['POST', '/v2/wallet/sign/transaction'],
  ['POST', '/v2/wallet/sign/typed_data'],
  ['POST', '/v2/wallet/export'],
  ['POST', '/v1/api/wallet_group'],
  ['POST', '/v2/api/wallet'],
  ['POST', '/v2/api/wallet/sign_data'],
  ['POST', '/v2/api/wallet/sign_message'],
  ['POST', '/v2/api/wallet/sign_transaction'],
  ['POST', '/v2/api/wallet/rotate_access_key'],
  ['POST', '/v2/api/wallet/recover_access_key'],
  ['POST', '/v2/api/wallet/export'],
  ['POST', '/v2/api/wallet/import'],
  ['POST', '/v1/api/wallet/sign_data'],
  ['POST', '/v1/admin/pregen/wallet'],
  ['POST', '/v1/admin/pregen/wallets'],
  ['POST', '/v1/webhook'],
  ['PATCH', '/v1/webhook/w'],
  ['POST', '/v1/webhook/w/rotate_secret'],
  ['POST', '/v1/webhook/w/delivery/d/redeliver'],
  ['POST', '/v1/webhook/w/test'],
  ['POST', '/v1/policy'],
  ['PATCH', '/v1/policy/p'],
  ['POST', '/v1/policy/evaluate'],
  ['POST', '/v1/policy/evaluate/decisions'],
  ['POST', '/v1/identity/provider'],
  ['PATCH', '/v1/identity/provider/provider-1'],
  ['PATCH', '/v1/application'],
  ['POST', '/v1/admin/application'],
  ['PATCH', '/v1/admin/application/a'],
  ['POST', '/v1/admin/application/a/secret_key'],
);
const fieldNames = fc.constantFrom(
  'raw_data_hash',
  'message_base64',
  'format',
  'chain_id',
  'address',
  'nonce',
  'payload',
  'typed_data',
  'version',
  'chain',
  'rules',
  'scope',
  'authorization',
  'policy',
  'from',
  'issuer',
  'audience',
  'jwks_uri',
  'name',
  'features',
  'default_action',
  'email_provider_ids',
  'auth_jwt',
  'op_jwt',
  'access_key',
  'wallet_id',
  'network',
  'metadata',
  'resource_id',
  'recipient_public_key',
  'encapsulated_key',
  'ciphertext',
  'email',
  'emails',
  'url',
  'event_types',
  'overlap_seconds',
  '__proto__',
  'constructor',
  'toString',
  '',
);
const nearMisses = fc.oneof(
  fc.constantFrom(
    `0x${'ab'.repeat(32)}`,
    `0x${'11'.repeat(20)}`,
    'aGVsbG8=',
    'bip322',
    'https://a.example',
    'deny',
  ),
  fc.maxSafeInteger(),
  fc.double(),
  fc.jsonValue(),
);
const knownFields = fc.dictionary(fieldNames, fc.oneof(nearMisses, fc.dictionary(fieldNames, nearMisses)));
const bodies = fc.oneof(
  knownFields.map((value) => JSON.stringify(value)),
  fc.json(),
  fc.string({ unit: 'binary' }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
);

function credentials(): Record<string, string> {
  return {
    ...userHeaders(token),
    'x-service-secret-key': secretKey,
    'x-service-operator-key': operatorKey,
  };
}

it('no Core request with a real token and access key, whatever else it says, is answered with a 5xx', async () => {
  const routes = bodyRoutes.filter(([, url = '']) => url.startsWith('/v2/api/'));
  const genuine = { op_jwt: token, auth_jwt: token, access_key: `ak_${accessKey.toString('base64url')}` };
  const genuineNames = fc.constantFrom<string[][]>(['op_jwt', 'access_key'], ['auth_jwt']);
  await fc.assert(
    fc.asyncProperty(routes, genuineNames, knownFields, async ([method = '', url = ''], names, fields) => {
      const own = Object.fromEntries(Object.entries(genuine).filter(([name]) => names.includes(name)));
      const payload = JSON.stringify({ wallet_id: 'w', network: 'EVM', ...fields, ...own });
      const { status } = await gateway.send({ method, url, headers: credentials(), payload });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 1000 },
  );
});

it('no body, from a caller with every credential, is answered with a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(bodyRoutes, bodies, async ([method = '', url = ''], payload) => {
      const { status, headers, body } = await gateway.send({ method, url, headers: credentials(), payload });
      expect({ status, body: status < 500 ? '' : body }).toEqual({ status, body: '' });
      const shape = /^\/v\d\/(api|admin\/pregen)/.test(url) ? /^application\/json/ : /problem\+json/;
      if (status >= 400) expect(headers['content-type']).toMatch(shape);
    }),
    { numRuns: 2000 },
  );
});

it('no headers, path or method are answered with a 5xx', async () => {
  const visible = fc.string({
    unit: fc.constantFrom(...Array.from('azAZ09 -_.,;:=/"\'(){}<>@%\\\t\u00e9')),
    maxLength: 60,
  });
  const headerNames = fc.constantFrom(
    'authorization',
    'x-service-api-key',
    'x-oidc-provider-id',
    'x-service-chain',
    'x-service-secret-key',
    'x-service-operator-key',
    'content-type',
    'x-forwarded-for',
    'traceparent',
    'x-trace-id',
    'accept',
    'if-match',
    'idempotency-key',
    'expect',
  );
  const paths = fc.oneof(
    bodyRoutes.map(([, url = '']) => url),
    fc
      .array(fc.constantFrom('v1', 'v2', 'wallet', 'api', 'admin', '..', '%2e', '%00', '%zz', ''), {
        maxLength: 6,
      })
      .map((parts) => `/${parts.join('/')}`),
    fc.webPath().map((path) => `/v1/identity/provider${path}`),
  );
  const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PURGE');
  await fc.assert(
    fc.asyncProperty(methods, paths, fc.dictionary(headerNames, visible), async (method, url, given) => {
      const headers = { ...credentials(), ...given };
      const { status } = await gateway.send({ method, url, headers });
      expect(status).toBeLessThan(500);
    }),
    { numRuns: 2000 },
  );
});
