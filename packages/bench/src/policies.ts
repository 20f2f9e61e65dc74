import { expectJson } from '@wallet-service/operator-cli/http-json';
import type { StackFile } from '@wallet-service/local-stack';
import { makeApplication } from './applications.js';

export const policiesInBench = 10;
export const rulesInEachPolicy = 10;

/**
 * The stack as seen by a new application that allows only what its policies allow. Every message is compared with every
 * rule: no rule that forbids fires, and the last rule allows.
 */
export async function underPolicies(stack: StackFile): Promise<StackFile> {
  const url = stack.express_url;
  const made = await makeApplication(stack, 'bench, with policies');
  const headers = { 'x-service-secret-key': made.app.secret_key };
  const settings = { policy_evaluation_enabled: true, default_action: 'deny' };
  await expectJson(`${url}/v1/application`, { method: 'PATCH', headers, body: settings });
  for (let number = 1; number <= policiesInBench; number += 1)
    await expectJson(`${url}/v1/policy`, { method: 'POST', headers, body: policy(number) });
  return made;
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
