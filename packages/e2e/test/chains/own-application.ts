import { expectJson, requestJson } from '@wallet-service/operator-cli/http-json';
import type { SharedStack } from '../stacks.js';

/** What the owner of the demo application does with its secret key. */
export type OwnApplication = {
  readonly settle: (settings: object) => Promise<void>;
  /** Why a policy is refused: its first problem. */
  readonly refusalOf: (policy: object) => Promise<string>;
  /** Runs `work` while the policy is in force. */
  readonly underPolicy: <Result>(
    policy: object,
    work: (policyId: string) => Promise<Result>,
  ) => Promise<Result>;
};

export function ownApplication({
  expressUrl,
  stack,
}: Pick<SharedStack, 'expressUrl' | 'stack'>): OwnApplication {
  const headers = { 'x-service-secret-key': stack.app.secret_key };
  return {
    settle: async (settings) => {
      await expectJson(`${expressUrl}/v1/application`, { method: 'PATCH', headers, body: settings });
    },
    refusalOf: async (policy) => {
      const url = `${expressUrl}/v1/policy`;
      const { body } = await requestJson(url, { method: 'POST', headers, body: policy });
      return (body as { errors?: readonly { message: string }[] }).errors?.[0]?.message ?? '';
    },
    underPolicy: async (policy, work) => {
      const url = `${expressUrl}/v1/policy`;
      const { id } = await expectJson<{ id: string }>(url, { method: 'POST', headers, body: policy });
      try {
        return await work(id);
      } finally {
        await expectJson(`${url}/${id}`, { method: 'DELETE', headers });
      }
    },
  };
}
