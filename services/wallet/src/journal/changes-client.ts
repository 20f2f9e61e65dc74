import type { Client, IdentityDefinition, PolicyDefinition, WebhooksDefinition } from '@wallet-service/grpc';
import type { ChangeSource } from './collect-changes.js';

const timeoutMs = 2_000;
const mostAtOnce = 500;

type Calls<Methods> = Pick<Client<Methods>, 'call'>;

/** The changes that a service keeps for the journals. Rejects with AppError only. */
export function changesOf(
  name: string,
  client: Calls<IdentityDefinition> | Calls<PolicyDefinition> | Calls<WebhooksDefinition>,
): ChangeSource {
  // All of them have the same two methods.
  const { call } = client as Calls<IdentityDefinition>;
  const options = { deadlineMs: timeoutMs, traceId: '', idempotent: true };
  return {
    name,
    async list(applicationId) {
      const { changes } = await call('ListChanges', { applicationId, limit: mostAtOnce }, options);
      return changes.map((change) => ({ ...change, timeMs: Number(change.timeMs) }));
    },
    async forget(changes) {
      const known = changes.map(({ applicationId, id }) => ({ applicationId, id }));
      await call('ForgetChanges', { changes: known }, options);
    },
  };
}
