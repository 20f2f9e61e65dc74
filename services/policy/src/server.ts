import {
  actFor,
  definitions,
  scoped,
  scopedOrOperator,
  serve,
  type Access,
  type CallServer,
  type GrantCheck,
  type Handlers,
  type Need,
  type PolicyDefinition,
  type ReceivedRequestOf,
  type Tls,
} from '@wallet-service/grpc';
import { withDatabaseUnavailableErrors } from '@wallet-service/postgres';
import { createCallLog, measureServer, type Logger, type Metrics } from '@wallet-service/runtime';
import { onlyAddsIssuers } from './settings/settings-handlers.js';

export type ServerOptions = {
  readonly handlers: Handlers<PolicyDefinition>;
  readonly listen: string;
  readonly tls: Tls;
  readonly checkGrant: GrantCheck;
  readonly ready: () => boolean;
  readonly metrics: Metrics;
  readonly logger: Logger;
};

/** A provider that gets another issuer keeps its users under STEP_UP policies. That only makes settings stricter. */
const scopesOfSettings = {
  gateway: ({ changes }: ReceivedRequestOf<PolicyDefinition['UpdateSettings']>): Need =>
    changes && onlyAddsIssuers(changes) ? { scopes: ['settings', 'providers'] } : { scopes: ['settings'] },
};
const wallet = { wallet: 'nothing' } as const;

/**
 * Only the wallet service gets verdicts. Changing what they depend on needs a grant for a secret key of the
 * application that has the scope.
 */
export const access: Access<PolicyDefinition> = {
  Evaluate: wallet,
  ReleaseReservation: wallet,
  SetMinimumRecordVersion: wallet,
  GetSettings: scoped('read', 'providers'),
  UpdateSettings: scopesOfSettings,
  CreatePolicy: scoped('policies'),
  GetPolicy: scoped('read'),
  ListPolicies: scoped('read'),
  UpdatePolicy: scoped('policies'),
  DeletePolicy: scoped('policies'),
  ListPolicyRevisions: scoped('read'),
  ListWarnings: scoped('read'),
  EvaluateDryRun: scoped('read'),
  EvaluateDecisions: scoped('read'),
  ListDecisions: scoped('lookup'),
  GetDecision: scoped('lookup'),
  ListSignatureRequests: scoped('lookup'),
  GetSignatureRequest: scoped('lookup'),
  CreateSignatureChallenge: scoped('approvals'),
  ApproveSignature: scoped('approvals'),
  DeclineSignature: scoped('approvals'),
  WithdrawApprovals: scopedOrOperator('members'),
  ListEvents: { webhooks: 'nothing' },
  ListChanges: { wallet: 'nothing' },
  ForgetChanges: { wallet: 'nothing' },
};

export async function startServer(options: ServerOptions): Promise<CallServer> {
  const { handlers, listen, tls, checkGrant, ready, metrics, logger } = options;
  const server = await serve({
    definition: definitions.policy,
    handlers: withDatabaseUnavailableErrors(handlers),
    access,
    checkGrant,
    actFor,
    listen,
    tls,
    ready,
    ...createCallLog({ metrics, logger }),
    maxRequestBytes: 512 * 1024,
  });
  measureServer(metrics.registry, server);
  return server;
}
