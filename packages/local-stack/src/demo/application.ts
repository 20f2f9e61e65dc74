import { existsSync, readFileSync } from 'node:fs';
import type { DemoProviderAddress } from './provider-server.js';
import { expectJson, requestJson } from '@wallet-service/operator-cli/http-json';
import { writePrivateFile } from '@wallet-service/local-certificates/private-file';
import type { StackFile } from '../stack/stack-file.js';

type DemoApplication = StackFile['app'];
const mostOrigins = 50;
type Provider = { readonly id: string; readonly issuer: string; readonly audience: string };

/**
 * The application in stack.json. Created over the operator interface at the first start. Its secret key,
 * which is shown only once, is stored in `file`. Created again if the database does not know it, for instance
 * because DATABASE_URL now names another one.
 */
export async function demoApplication(
  gatewayUrl: string,
  operatorKey: string,
  file: string,
): Promise<DemoApplication> {
  if (existsSync(file)) {
    const saved = JSON.parse(readFileSync(file, 'utf8')) as DemoApplication;
    const { status } = await requestJson(`${gatewayUrl}/v1/application`, {
      headers: { 'x-service-secret-key': saved.secret_key },
    });
    if (status === 200) return saved;
    if (status !== 401) throw new Error(`GET /v1/application answered ${status}`);
  }
  const created = await expectJson<DemoApplication>(`${gatewayUrl}/v1/admin/application`, {
    method: 'POST',
    headers: { 'x-service-operator-key': operatorKey },
    body: { name: 'demo' },
  });
  await expectJson(`${gatewayUrl}/v1/admin/application/${created.id}`, {
    method: 'PATCH',
    headers: { 'x-service-operator-key': operatorKey },
    body: { features: { pregenerated_wallets: true } },
  });
  const application = { id: created.id, api_key: created.api_key, secret_key: created.secret_key };
  writePrivateFile(file, JSON.stringify(application));
  return application;
}

/** Registers the demo provider with the application, unless it is there. */
export async function registerDemoProvider(
  gatewayUrl: string,
  application: DemoApplication,
  { issuer, audience, jwksUri, tokenUrl }: DemoProviderAddress,
): Promise<StackFile['demo_provider']> {
  const url = `${gatewayUrl}/v1/identity/provider`;
  const headers = { 'x-service-secret-key': application.secret_key };
  const providers = await expectJson<readonly Provider[]>(url, { headers });
  const known = providers.find((provider) => provider.issuer === issuer && provider.audience === audience);
  if (known) {
    await allowReferencePage(gatewayUrl, headers);
    return { id: known.id, issuer, audience, token_url: tokenUrl };
  }
  const body = { issuer, audience, jwks_uri: jwksUri };
  const { id } = await expectJson<Provider>(url, { method: 'POST', headers, body });
  // Otherwise nobody could claim a pre-generated wallet here, or try Express requests on the reference page.
  const settings = { email_provider_ids: [id], allowed_origins: [gatewayUrl] };
  await expectJson(`${gatewayUrl}/v1/application`, { method: 'PATCH', headers, body: settings });
  return { id, issuer, audience, token_url: tokenUrl };
}

/** A stack may start on another port than before. */
async function allowReferencePage(
  gatewayUrl: string,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const url = `${gatewayUrl}/v1/application`;
  const { allowed_origins: known } = await expectJson<{ allowed_origins: readonly string[] }>(url, {
    headers,
  });
  if (known.includes(gatewayUrl)) return;
  const settings = { allowed_origins: [gatewayUrl, ...known].slice(0, mostOrigins) };
  await expectJson(url, { method: 'PATCH', headers, body: settings });
}
