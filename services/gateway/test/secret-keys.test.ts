import {
  gatewayUnderTest,
  honestAnswers,
  operatorKey,
  secretKey,
  type GatewayUnderTest,
} from './gateway-under-test.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await gatewayUnderTest();
});

const headers = { 'content-type': 'application/json', 'x-service-operator-key': operatorKey };
const asOperator = (method: string, url: string, payload?: unknown) =>
  gateway.send({ method, url, headers, payload });
const asked = (method: string) => gateway.asked.find((call) => call.method === method)?.request;

it('issues, lists and revokes secret keys', async () => {
  const url = '/v1/admin/application/application-1/secret_key';
  const issued = await asOperator('POST', url);
  expect([issued.status, issued.json()]).toEqual([
    201,
    {
      id: 'key-2',
      label: null,
      scopes: null,
      time_expires: null,
      time_created: 1,
      time_last_used: null,
      time_revoked: null,
      secret_key: 'sk_new',
    },
  ]);
  expect(asked('CreateSecretKey')).toEqual({
    ...{ applicationId: 'application-1', label: '' },
    ...{ scopes: [], timeExpires: '0' },
  });
  expect((await asOperator('GET', url)).json()).toEqual({
    data: [
      {
        ...{ id: 'key-1', label: 'server', scopes: ['read', 'sign'], time_expires: 3 },
        ...{ time_created: 1, time_last_used: 2, time_revoked: null },
      },
    ],
  });
  const changed = await asOperator('PATCH', `${url}/key-1`, { label: 'app' });
  expect([changed.status, changed.json()]).toEqual([200, expect.objectContaining({ label: 'app' })]);
  expect((await asOperator('PATCH', `${url}/key-1`, { label: null })).status).toBe(200);
  const labels = gateway.asked.filter(({ method }) => method === 'UpdateSecretKey');
  const key = { applicationId: 'application-1', secretKeyId: 'key-1' };
  expect(labels.map(({ request }) => request)).toEqual([
    { ...key, label: 'app' },
    { ...key, label: '' },
  ]);
  expect((await asOperator('DELETE', `${url}/key-1`)).status).toBe(204);
  expect(asked('RevokeSecretKey')).toEqual({ applicationId: 'application-1', secretKeyId: 'key-1' });
});

it('asks nobody for what a limited key may not do, also when it knows the application', async () => {
  const limited = await gatewayUnderTest({
    answers: {
      AuthenticateSecretKey: (request) => ({
        ...(honestAnswers['AuthenticateSecretKey']?.(request) as object),
        scopes: ['read'],
      }),
    },
  });
  const own = { 'content-type': 'application/json', 'x-service-secret-key': secretKey };
  const send = (method: string, url: string, payload?: unknown) =>
    limited.send({ method, url, headers: own, payload });
  for (let times = 0; times < 2; times += 1) {
    expect((await send('GET', '/v1/policy')).status).toBe(200);
    // Before the body is read.
    const refused = await send('POST', '/v1/policy', 'nonsense');
    expect([refused.status, refused.json()]).toEqual([
      403,
      expect.objectContaining({
        ...{ code: 'auth.scope-missing', scope: 'policies' },
        detail: 'the scope policies is missing: use a key, or ask for a role, that has it',
      }),
    ]);
  }
  const key = await send('DELETE', '/v1/secret_key/key-1');
  expect([key.status, key.json()]).toEqual([403, expect.objectContaining({ scope: 'keys' })]);
  const methods = limited.asked.map(({ method }) => method);
  expect(methods.filter((method) => !method.startsWith('Authenticate'))).toEqual([
    'ListPolicies',
    'ListPolicies',
  ]);
});
