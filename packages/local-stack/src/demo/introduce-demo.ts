import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseTrustBundle } from '@wallet-service/signer-protocol';
import { demoApplication, registerDemoProvider } from './application.js';
import { demoProviderAddress } from './provider-process.js';
import type { StackFile } from '../stack/stack-file.js';
import { publishedBundleFile, type StackPlan } from '../stack/processes.js';

const trustLimitMs = 15_000;

/**
 * Creates or finds the demo application and its provider, and waits until the published trust bundle contains
 * them.
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
  await isTrusted(publishedBundleFile(plan.data), app.id, provider.issuer);
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

async function isTrusted(file: string, applicationId: string, issuer: string): Promise<void> {
  const giveUpAt = Date.now() + trustLimitMs;
  while (!publishedTrusts(file, applicationId, issuer)) {
    if (Date.now() > giveUpAt) {
      throw new Error('the trust publisher does not publish the demo provider; see its log');
    }
    await sleep(50);
  }
}

function publishedTrusts(file: string, applicationId: string, issuer: string): boolean {
  if (!existsSync(file)) return false;
  const parsed = parseTrustBundle(readFileSync(file));
  if (!parsed.ok) return false;
  const application = parsed.bundle.applications.find(({ id }) => id === applicationId);
  return application?.providers.some((provider) => provider.issuer === issuer) ?? false;
}
