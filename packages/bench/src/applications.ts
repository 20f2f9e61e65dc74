import { setTimeout as sleep } from 'node:timers/promises';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import type { StackFile } from '@wallet-service/local-stack';

const longestWaitMs = 15_000;

/** The stack as seen by a new application. Resolves once the signers trust its provider, which is the demo's. */
export async function makeApplication(stack: StackFile, name: string): Promise<StackFile> {
  const app = await createApplication(stack, name);
  const id = await registerProvider(stack, { 'x-service-secret-key': app.secret_key });
  return { ...stack, app, demo_provider: { ...stack.demo_provider, id } };
}

/** An application without users. */
export function createApplication(stack: StackFile, name: string): Promise<StackFile['app']> {
  return expectJson(`${stack.express_url}/v1/admin/application`, {
    method: 'POST',
    headers: { 'x-service-operator-key': stack.operator_key },
    body: { name },
  });
}

async function registerProvider(stack: StackFile, headers: Record<string, string>): Promise<string> {
  const url = `${stack.express_url}/v1/identity/provider`;
  const { issuer, audience, jwks_uri } = await expectJson<Record<string, string>>(
    `${url}/${stack.demo_provider.id}`,
    { headers: { 'x-service-secret-key': stack.app.secret_key } },
  );
  const body = { issuer, audience, jwks_uri };
  const { id } = await expectJson<{ id: string }>(url, { method: 'POST', headers, body });
  const giveUpAt = performance.now() + longestWaitMs;
  for (;;) {
    const { trusted } = await expectJson<{ trusted: boolean }>(`${url}/${id}/status`, { headers });
    if (trusted) return id;
    if (performance.now() > giveUpAt) throw new Error('the signers do not get to trust the provider');
    await sleep(200);
  }
}
