import { setTimeout as sleep } from 'node:timers/promises';
import { expectJson } from '@wallet-service/operator-cli/http-json';
import type { StackFile } from '@wallet-service/local-stack';

export const policiesInBench = 10;
export const rulesInEachPolicy = 10;
const longestWaitMs = 15_000;

/**
 * The stack as seen by a new application that allows only what its policies allow. Every message is compared with every
 * rule: no rule that forbids fires, and the last rule allows.
 */
export async function underPolicies(stack: StackFile): Promise<StackFile> {
  const url = stack.express_url;
  const app = await expectJson<StackFile['app']>(`${url}/v1/admin/application`, {
    method: 'POST',
    headers: { 'x-service-operator-key': stack.operator_key },
    body: { name: 'bench, with policies' },
  });
  const headers = { 'x-service-secret-key': app.secret_key };
  const settings = { policy_evaluation_enabled: true, default_action: 'deny' };
  await expectJson(`${url}/v1/application`, { method: 'PATCH', headers, body: settings });
  for (let number = 1; number <= policiesInBench; number += 1)
    await expectJson(`${url}/v1/policy`, { method: 'POST', headers, body: policy(number) });
  const id = await registerProvider(stack, headers);
  return { ...stack, app, demo_provider: { ...stack.demo_provider, id } };
}

/** Resolves to its id once the signers trust it. */
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

function policy(number: number): object {
  const isLast = number === policiesInBench;
  const rules = Array.from({ length: rulesInEachPolicy }, (_, index) =>
    isLast && index === rulesInEachPolicy - 1 ? allowing : forbidding(number * rulesInEachPolicy + index),
  );
  return { name: `policy ${number}`, chain: 'ETH', scope: 'GLOBAL', rules };
}

const message = { field_source: 'message' } as const;
const allowing = {
  name: 'short messages',
  method: 'personal_sign',
  action: 'ALLOW',
  conditions: [{ ...message, field: 'length', operator: 'lt', value: 1000 }],
};
const forbidding = (number: number) => ({
  name: `rule ${number}`,
  method: 'personal_sign',
  action: 'DENY',
  conditions: [
    { ...message, field: 'content', operator: 'contains', value: `forbidden word ${number}` },
    { ...message, field: 'length', operator: 'gt', value: number },
  ],
});
