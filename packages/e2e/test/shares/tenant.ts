import {
  createExpressClient,
  type Chain,
  type ExpressClient,
} from '@wallet-service/local-stack/express-client';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import type { StackFile } from '@wallet-service/local-stack';
import { until } from '@wallet-service/test-kit/until';
import type { Prepared } from './load.js';

export type Tenant = {
  readonly client: ExpressClient;
  readonly token: string;
  readonly secretKey: string;
  /** A request of the tenant's user. */
  readonly ofUser: (path: string, chain: Chain, body: unknown) => Prepared;
  /** A request of the tenant's own server. */
  readonly ofServer: (method: 'GET' | 'POST', path: string, body?: unknown) => Prepared;
};

/** A new application with one user, whose provider the signers trust already. */
export async function newTenant(stack: StackFile, name: string): Promise<Tenant> {
  const url = stack.express_url;
  const app = await expectJson<StackFile['app']>(`${url}/v1/admin/application`, {
    method: 'POST',
    headers: { 'x-service-operator-key': stack.operator_key },
    body: { name },
  });
  const headers = { 'x-service-secret-key': app.secret_key };
  const demo = await expectJson<Record<string, string>>(
    `${url}/v1/identity/provider/${stack.demo_provider.id}`,
    { headers: { 'x-service-secret-key': stack.app.secret_key } },
  );
  const { issuer, audience, jwks_uri } = demo;
  const { id } = await expectJson<{ id: string }>(`${url}/v1/identity/provider`, {
    method: 'POST',
    headers,
    body: { issuer, audience, jwks_uri },
  });
  const status = `${url}/v1/identity/provider/${id}/status`;
  await until(
    'the trust of the signers in the provider',
    async () => (await expectJson<{ trusted: boolean }>(status, { headers })).trusted,
    30_000,
  );
  const client = createExpressClient({ ...stack, app, demo_provider: { ...stack.demo_provider, id } });
  const token = await client.token(`${name}-user`);
  return {
    client,
    token,
    secretKey: app.secret_key,
    ofUser: (path, chain, body) => ({
      method: 'POST',
      path,
      headers: client.headers(token, chain),
      body: JSON.stringify(body),
    }),
    ofServer: (method, path, body) => ({
      method,
      path,
      headers,
      body: body === undefined ? '' : JSON.stringify(body),
    }),
  };
}
