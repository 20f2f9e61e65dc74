import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { TestStack } from '@wallet-service/local-stack';
import { requestJson } from '@wallet-service/operator-cli/http-json';
import { parseExposition, type Family } from './exposition.js';

export type ScrapedFamily = Family & { readonly component: string };

const inner = ['identity', 'policy', 'wallet', 'webhooks', 'witness'] as const;

/**
 * The metrics of one process of each service, as Prometheus gets them. Those of the signers are on the wallet's page.
 */
export async function scrape(
  stack: TestStack,
  absent: 'is a failure' | 'is left out' = 'is a failure',
): Promise<readonly ScrapedFamily[]> {
  const pages = [
    { component: 'gateway', url: stack.expressUrl },
    ...inner.map((component) => ({ component, url: operationsUrl(stack, component) })),
  ];
  const families = await Promise.all(
    pages.map(async ({ component, url }) => {
      const response = await requestJson(`${url}/metrics`).catch((error: unknown) => {
        if (absent === 'is a failure') throw error;
      });
      if (!response) return [];
      if (response.status !== 200) throw new Error(`${component} answered ${response.status}`);
      return parseExposition(response.body as string).map((family) => ({
        ...family,
        component: family.name.startsWith('wallet_service_signer_') ? 'signer' : component,
      }));
    }),
  );
  return families.flat();
}

/** From the log of the last process with that name, because in the local stack the system chooses the port. */
function operationsUrl({ logsDir }: TestStack, component: string): string {
  const log = readFileSync(path.join(logsDir, `${component}-0.log`), 'utf8');
  const url = [...log.matchAll(/"operations":"([^"]+)"/g)].at(-1)?.[1];
  if (url === undefined) throw new Error(`${component} does not say where its metrics are`);
  return url;
}

/** The sum of a metric's samples with these labels. */
export function valueOf(families: readonly ScrapedFamily[], name: string, labels: object = {}): number {
  return families
    .flatMap(({ samples }) => samples)
    .filter((sample) => sample.name === name)
    .filter((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
    .reduce((sum, { value }) => sum + value, 0);
}
