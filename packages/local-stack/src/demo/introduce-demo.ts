import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import { demoApplication, registerDemoProvider } from './application.js';
import { demoProviderAddress } from './provider-process.js';
import type { StackFile } from '../stack/stack-file.js';
import type { StackPlan } from '../stack/processes.js';

const trustLimitMs = 15_000;

/**
 * Creates or finds the demo application and its provider, and waits until the signers trust it.
 */
export async function introduceDemo(
  plan: StackPlan,
  gatewayUrl: string,
  announce: (line: string) => void,
): Promise<StackFile> {
  const { operatorKey } = plan.secrets;
  const file = path.join(plan.data.secrets, 'demo-application.json');
  const app = await demoApplication(gatewayUrl, operatorKey, file);
  announce(`the demo application is ${app.id}`);
  const provider = await registerDemoProvider(gatewayUrl, app, demoProviderAddress(plan.data));
  await untilTrusted(gatewayUrl, app, provider.id);
  announce(`the demo provider ${provider.issuer} is registered and trusted by the signer`);
  return {
    express_url: gatewayUrl,
    core_url: gatewayUrl,
    api_url: gatewayUrl,
    operator_key: operatorKey,
    app,
    demo_provider: provider,
  };
}

async function untilTrusted(gatewayUrl: string, app: StackFile['app'], id: string): Promise<void> {
  const url = `${gatewayUrl}/v1/identity/provider/${id}/status`;
  const headers = { 'x-service-secret-key': app.secret_key };
  const giveUpAt = Date.now() + trustLimitMs;
  for (;;) {
    const { trusted, missing } = await expectJson<{ trusted: boolean; missing?: string }>(url, { headers });
    if (trusted) return;
    if (Date.now() > giveUpAt)
      throw new Error(`the signers do not trust the demo provider (${missing ?? 'unknown'}); see their logs`);
    await sleep(50);
  }
}
