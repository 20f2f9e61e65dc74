import { gatewayUnderTest, operatorKey, type GatewayUnderTest } from './gateway-under-test.js';

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
      time_created: 1,
      time_last_used: null,
      time_revoked: null,
      secret_key: 'sk_new',
    },
  ]);
  expect(asked('CreateSecretKey')).toEqual({ applicationId: 'application-1', label: '' });
  expect((await asOperator('GET', url)).json()).toEqual({
    data: [{ id: 'key-1', label: 'server', time_created: 1, time_last_used: 2, time_revoked: null }],
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
